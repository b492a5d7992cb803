import type { Feature } from "../../state/features";

export const device: Feature = {
  pages: { device: { load: () => import("./Device.svelte") } },
  panels: { "menu.technical": { links: [{ to: "/device", text: "menu.device", icon: "board", beside: true }] } },
};

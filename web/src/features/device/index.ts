import type { Feature } from "../../state/features";

export const device: Feature = {
  pages: { device: { load: () => import("./Device.svelte") } },
  panels: { "menu.technical": { load: () => import("./MenuEntry.svelte") } },
};

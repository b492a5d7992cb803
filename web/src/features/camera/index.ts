import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const camera: Feature = {
  pages: { camera: { load: () => import("./Camera.svelte") } },
  panels: {
    screen: { load: () => import("./Light.svelte"), when: ({ view }) => !!view.camera },
    "menu.technical": { links: [{ to: "/camera", text: "menu.camera", icon: "eye" }], when: () => table.isBanker },
    question: { load: () => import("./Seen.svelte"), when: ({ view, offer }) => !!view.camera && !offer },
  },
};

import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const printing: Feature = {
  panels: {
    design: { load: () => import("./Paper.svelte") },
    "lobby.edition": { load: () => import("./Print.svelte"), when: () => table.isBanker },
  },
};

import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const program: Feature = {
  panels: { "menu.technical": { load: () => import("./Program.svelte"), when: () => table.isBanker } },
};

import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const helpfile: Feature = {
  panels: { "menu.technical": { load: () => import("./HelpFile.svelte"), when: () => table.isBanker } },
};

import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const shelf: Feature = {
  panels: { "lobby.first": { load: () => import("./Games.svelte"), when: () => table.isBanker } },
};

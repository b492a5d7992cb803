import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const shelf: Feature = {
  panels: {
    "lobby.first": { load: () => import("./Games.svelte"), when: () => table.isBanker },
    "menu.evening": {
      load: () => import("./InMenu.svelte"),
      when: ({ view }) => table.isBanker && view.phase === "lobby",
    },
  },
};

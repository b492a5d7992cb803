import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const hotspot: Feature = {
  panels: {
    "tv.lobby": { load: () => import("./Hotspot.svelte") },
    "menu.technical": {
      load: () => import("./Join.svelte"),
      when: ({ view }) => table.isBanker && view.phase === "lobby", // everybody loses the hub for a moment
    },
  },
};

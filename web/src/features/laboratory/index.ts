import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const laboratory: Feature = {
  panels: {
    "menu.game": {
      load: () => import("./MenuEntry.svelte"),
      when: ({ view }) => table.isBanker && view.lab !== null,
    },
  },
};

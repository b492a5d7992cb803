import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const exporting: Feature = {
  panels: {
    "menu.evening": {
      load: () => import("./ExportGame.svelte"),
      when: ({ view }) => table.isBanker && view.phase !== "lobby",
    },
    club: { load: () => import("./ExportClub.svelte") },
  },
};

import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

const load = () => import("./Countdown.svelte");

export const bedtime: Feature = {
  panels: {
    "menu.evening": {
      load: () => import("./Ending.svelte"),
      when: ({ view }) => table.isBanker && view.phase === "playing",
    },
    players: {
      load,
      when: ({ view, big }) => view.bedtime !== null || (table.isBanker && !big && view.phase === "playing"),
    },
    phone: { load, when: ({ view }) => view.bedtime !== null },
  },
};

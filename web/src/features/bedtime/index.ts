import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

const load = () => import("./Countdown.svelte");
const when = ({ view }: { view: { bedtime: unknown } }) => view.bedtime !== null;

export const bedtime: Feature = {
  panels: {
    "menu.evening": {
      load: () => import("./Ending.svelte"),
      when: ({ view }) => table.isBanker && view.phase === "playing",
    },
    players: { load, when },
    phone: { load, when },
  },
};

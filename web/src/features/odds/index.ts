import { rested } from "../../browser/rested";
import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

const lengthOnTv = () => rested.then(() => import("./LengthOnTv.svelte"));

export const odds: Feature = {
  panels: {
    "menu.game": { load: () => import("./OutlookSwitch.svelte"), when: () => table.isBanker },
    lobby: { load: () => import("./Shorter.svelte"), when: ({ view }) => view.length !== null },
    player: {
      load: () => import("./Chance.svelte"),
      when: ({ view, seat, big }) => !big && view.phase === "playing" && view.outlook !== null && !seat.out,
    },
    players: {
      load: () => import("./TimeLeft.svelte"),
      when: ({ view, big }) => !big && view.phase === "playing" && view.outlook !== null,
    },
    "tv.stage": { load: () => import("./OnTv.svelte"), when: ({ view }) => view.outlook !== null },
    question: {
      load: () => import("./Advice.svelte"),
      when: ({ view }) => view.advice !== null && view.prompt !== null,
    },
    "seat.settings": { load: () => import("./AdviceSwitch.svelte"), when: ({ view }) => view.outlook !== null },
    "tv.lobby": {
      load: lengthOnTv,
      when: ({ view }) => (view.length?.minutes ?? 0) > 0,
    },
    "tv.turning": { load: () => import("./TurningOnTv.svelte") },
    story: { load: () => import("./Why.svelte") },
  },
  minutesLeft: ({ outlook }) => (outlook?.odds.length ? outlook.minutes_left : null),
};

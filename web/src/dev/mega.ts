/** What an edition with a speed die, tickets and a longer ladder adds to the printed track of the tests. */
import { EDITION } from "./fixtures";
import type { EditionView } from "../wire";

const PIPS = ["1", "2", "3", "4", "5", "6"];

export const MEGA: EditionView = {
  ...EDITION,
  id: "mega",
  ladders: {
    street: [...EDITION.ladders.street!, { skyscraper: 1 }],
    station: [{}, { mall: 1 }],
  },
  dice: [PIPS, PIPS, ["1", "2", "3", "mogul", "mogul", "bus"]],
  tickets: 16,
};

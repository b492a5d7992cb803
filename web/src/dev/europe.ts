/** What an edition with claims, apartments and a risk space adds to the printed track of the tests. */
import { EDITION } from "./fixtures";
import type { EditionView } from "../wire";

const COMMISSION = 20;
const APARTMENTS: readonly Record<string, number>[] = [{}, { apartment: 1 }, { apartment: 2 }];

export const EUROPE: EditionView = {
  ...EDITION,
  id: "euronopoly",
  spaces: EDITION.spaces.map((space) =>
    space.house_price
      ? { ...space, commission: COMMISSION }
      : space.kind === "free_parking"
        ? { ...space, kind: "risk" }
        : space,
  ),
  ladders: {
    street: [
      ...APARTMENTS,
      ...APARTMENTS.map((rest) => ({ holiday_home: 1, ...rest })),
      ...APARTMENTS.map((rest) => ({ holiday_home: 2, ...rest })),
      { villa: 1 },
    ],
  },
  goods: [],
  corrections: ["money", "piece", "deed", "buildings", "jail", "ticket", "turn"],
  stakes: [
    [-100, 30],
    [30, 200],
  ],
};

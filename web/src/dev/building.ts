/** Built groups, scarce buildings and a debt that is larger than the cash at hand. */
import { DEEDS, deed, option, prompt } from "./fixtures";

/** Whole groups, built unevenly far. */
export const BUILT = [
  ...DEEDS.filter(({ deed: at }) => ![11, 15, 6, 16, 18, 19, 37, 39, 25].includes(at)).map((one) =>
    one.deed === 1 ? { ...one, stage: 4 } : one.deed === 3 ? { ...one, stage: 5 } : one,
  ),
  deed(6, 0, { stage: 1 }),
  deed(8, 0),
  deed(9, 0),
  deed(11, 0, { mortgaged: true }),
  deed(13, 0),
  deed(14, 0),
  deed(16, 2, { stage: 3 }),
  deed(18, 2, { stage: 2 }),
  deed(19, 2, { stage: 3 }),
  deed(31, 3, { stage: 2 }),
  deed(32, 3, { stage: 1 }),
  deed(34, 3, { stage: 1 }),
  deed(37, 1, { stage: 5 }),
  deed(39, 1, { stage: 4 }),
];

export const building = (at: number, cost: number, refused: string | null = null, details = {}) =>
  option({ command: "build", seat: 0, deed: at }, { cost, refused, details });
export const selling = (at: number, cost: number, refused: string | null = null) =>
  option({ command: "sell_building", seat: 0, deed: at }, { cost, refused });
export const BUILDING = [
  building(1, 50),
  selling(1, -25, "uneven"),
  selling(3, -25),
  building(6, 50, "uneven"),
  building(8, 50),
  building(9, 50),
  selling(6, -25),
  building(11, 100, "group_mortgaged"),
  building(13, 100, "group_mortgaged"),
  building(14, 100, "group_mortgaged"),
  option({ command: "redeem", seat: 0, deed: 11 }, { cost: 77 }),
];
export const STOCK = { house: 11, hotel: 10 };
export const LOT = {
  task: "auction_running",
  lot: { lot: "building_lot", building: "house" },
  bidders: [0, 3],
  minimum: 51,
  high: 50,
  leader: 3,
  step: 1,
} as const;
export const placing = (paid: boolean) =>
  prompt(
    { task: "placing_pending", seat: 0, building: "house", count: paid ? 1 : 2, paid, amount: paid ? 120 : 0 },
    [0],
    [
      option({ command: "place_building", seat: 0, deed: 8 }, { cost: paid ? 0 : 50 }),
      option({ command: "place_building", seat: 0, deed: 9 }, { cost: paid ? 0 : 50 }),
      ...(paid ? [] : [option({ command: "finish_placing", seat: 0 }, { role: "cancel" as const })]),
    ],
  );
export const WANTING = prompt(
  { task: "shortage_pending", building: "house", stock: 2, seats: [0, 3], wants: [[2, 1]], deed: 6 },
  [0],
  [option({ command: "want_buildings", seat: 0, amount: 1 }, { role: "ok", minimum: 0, maximum: 4 })],
);
const OWED = option(
  { command: "pay_debt", seat: 0 },
  { role: "ok", cost: 1700, refused: "not_enough_money", details: { missing: 209 } },
);
export const DEBT = prompt(
  {
    task: "debt_pending",
    seat: 0,
    due: {
      fact: "money_moved",
      payer: 0,
      payee: 1,
      amount: 1700,
      purpose: "rent_street",
      inputs: { deed: 39, base: 1700, stage: 4, factor: 1 },
    },
  },
  [0],
  [option({ command: "declare_bankruptcy", seat: 0 }, { refused: "money_can_be_raised" }), OWED],
);
export const CLEARING = [
  option({ command: "sell_group", seat: 0, group: "brown" }, { cost: -225 }),
  option({ command: "sell_group", seat: 0, group: "lightblue" }, { cost: -25 }),
];

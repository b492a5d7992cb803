/** Views as the hub would send them, for tests and for looking at pages without a hub. */
import edition from "./edition.json";
import { USUAL } from "../wire";
import type { DeedView, EditionView, FeedLine, JoinView, Option, PromptView, SeatView, Task, View } from "../wire";

export const EDITION = edition as unknown as EditionView;

const NAMES = ["Anna", "Björn", "Chloé", "Dmitri", "Ebru", "Fatou", "Gül", "Henning"];
const COLOURS = ["red", "blue", "yellow", "green", "purple", "orange", "teal", "brown"] as const;
const SHAPES = ["triangle", "square", "star", "circle", "heart", "hexagon", "diamond", "cross"] as const;

export const seat = (index: number, changed: Partial<SeatView> = {}): SeatView => ({
  ...USUAL.SeatView,
  seat: index,
  name: NAMES[index]!,
  colour: COLOURS[index]!,
  shape: SHAPES[index]!,
  tag: `04B0A5C0FFEE0${index + 1}`,
  online: index % 2 === 0,
  balance: 1500,
  ...changed,
});

export const seats = (count: number): SeatView[] => Array.from({ length: count }, (_, i) => seat(i));

export const option = (command: Option["command"], changed: Partial<Option> = {}): Option => ({
  ...USUAL.Option,
  command,
  ...changed,
});

export function prompt(task: Task, asked: readonly number[], options: readonly Option[], id = "1"): PromptView {
  const dice = options.some(({ command }) => command.command === "throw") ? 2 : 0;
  return { ...USUAL.PromptView, id, task, seats: asked, options, waiting: 0, dice };
}

export const line = (
  move: number,
  key: string,
  args: FeedLine["args"],
  explanation: FeedLine["explanation"] = null,
): FeedLine => ({
  ...USUAL.FeedLine,
  move,
  key,
  args,
  explanation,
});

/** How phones get in, as far as a scene says it. */
export const doors = (given: Partial<JoinView>): JoinView => ({
  ...USUAL.JoinView,
  url: "http://192.168.178.23:8080",
  codes: {},
  ...given,
});

export function view(changed: Partial<View> = {}): View {
  return {
    ...USUAL.View,
    version: 1,
    role: "banker",
    you: null,
    phase: "playing",
    game: "g1",
    edition: "classic",
    editions: [
      {
        ...USUAL.EditionCard,
        id: "classic",
        seats_min: 2,
        seats_max: 8,
        house_rules: [
          { ...USUAL.HouseRuleCard, id: "pot" },
          { ...USUAL.HouseRuleCard, id: "rounds", values: [10, 20] },
        ],
      },
    ],
    seats: seats(4),
    deeds: [],
    on_turn: 0,
    turn: 1,
    faces: [],
    pot: 0,
    winner: -1,
    prompt: null,
    free: [],
    offers: [],
    trade: true,
    feed: [],
    undo: 0,
    redo: 0,
    board: {
      ...USUAL.BoardView,
      state: "up",
      sought: true,
      simulated: true,
      by_hand: false,
      kind: "side",
    },
    join: doors({}),
    stock: { house: 32, hotel: 12 },
    language: "de",
    ...changed,
  };
}

export const deed = (at: number, owner: number, changed: Partial<DeedView> = {}): DeedView => ({
  deed: at,
  owner,
  mortgaged: false,
  stage: 0,
  ...changed,
});

export const DEEDS: readonly DeedView[] = [
  deed(1, 0),
  deed(3, 0),
  deed(6, 1),
  deed(5, 2),
  deed(11, 0, { mortgaged: true }),
  deed(12, 3),
  deed(15, 0),
  deed(16, 2),
  deed(18, 2),
  deed(19, 2),
  deed(21, 3),
  deed(25, 1),
  deed(37, 1),
  deed(39, 1),
];

export const FEED: readonly FeedLine[] = [
  line(20, "turn_began", { seat: 2, number: 7 }),
  line(21, "dice_thrown", { seat: 2, faces: "5,5", source: "hub", streak: 1 }),
  line(22, "piece_moved", { seat: 2, origin: 9, space: 19, by: "throw" }),
  line(
    22,
    "money_moved",
    { payer: 2, payee: -1, amount: 200, purpose: "purchase" },
    { row: "classic-05", formula: "purchase", inputs: { deed: 19 } },
  ),
  line(22, "deed_moved", { deed: 19, source: -1, target: 2 }),
  line(23, "turn_began", { seat: 3, number: 8 }),
  line(24, "dice_thrown", { seat: 3, faces: "2,5", source: "hub", streak: 0 }),
  line(25, "piece_moved", { seat: 3, origin: 0, space: 7, by: "throw" }),
  line(26, "card_drawn", { seat: 3, deck: "chance", card: 12, kept: 0 }),
  line(
    26,
    "money_moved",
    { payer: -1, payee: 3, amount: 50, purpose: "card_collect" },
    { row: "classic-11", formula: "card_collect", inputs: {} },
  ),
  line(27, "turn_began", { seat: 0, number: 9 }),
  line(28, "dice_thrown", { seat: 0, faces: "4,2", source: "typed", streak: 0 }),
  line(29, "piece_moved", { seat: 0, origin: 18, space: 24, by: "throw" }),
  line(
    29,
    "money_moved",
    { payer: 0, payee: 2, amount: 28, purpose: "rent_street" },
    { row: "classic-07", formula: "rent_street", inputs: { deed: 16, base: 14, stage: 0, factor: 2 } },
  ),
];

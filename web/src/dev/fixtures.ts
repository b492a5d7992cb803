/** Views as the hub would send them, for tests and for looking at pages without a hub. */
import edition from "./edition.json";
import type { DeedView, EditionView, FeedLine, JoinView, Option, PromptView, SeatView, Task, View } from "../wire";

export const EDITION = edition as unknown as EditionView;

const NAMES = ["Anna", "Björn", "Chloé", "Dmitri", "Ebru", "Fatou", "Gül", "Henning"];
const COLOURS = ["red", "blue", "yellow", "green", "purple", "orange", "teal", "brown"] as const;
const SHAPES = ["triangle", "square", "star", "circle", "heart", "hexagon", "diamond", "cross"] as const;

export function seat(index: number, changed: Partial<SeatView> = {}): SeatView {
  return {
    seat: index,
    name: NAMES[index]!,
    colour: COLOURS[index]!,
    shape: SHAPES[index]!,
    tag: `04B0A5C0FFEE0${index + 1}`,
    online: index % 2 === 0,
    balance: 1500,
    space: 0,
    misses: -1,
    out: false,
    release_cards: [],
    tickets: 0,
    bot: null,
    arrived: 0,
    owed: 0,
    credit_limit: null,
    skips: 0,
    sums: null,
    by_self: false,
    ...changed,
  };
}

export const seats = (count: number): SeatView[] => Array.from({ length: count }, (_, i) => seat(i));

export function option(command: Option["command"], changed: Partial<Option> = {}): Option {
  return {
    command,
    role: "extra",
    cost: 0,
    levy: 0,
    goal: null,
    awaits: 0,
    minimum: null,
    maximum: null,
    step: 1,
    refused: null,
    details: {},
    ...changed,
  };
}

export function prompt(task: Task, asked: readonly number[], options: readonly Option[], id = "1"): PromptView {
  const dice = options.some(({ command }) => command.command === "throw") ? 2 : 0;
  return { id, task, seats: asked, options, waiting: 0, dice, then: null };
}

export const line = (
  move: number,
  key: string,
  args: FeedLine["args"],
  explanation: FeedLine["explanation"] = null,
): FeedLine => ({
  move,
  key,
  args,
  explanation,
  undone: false,
});

/** How phones get in, as far as a scene says it. */
export const doors = (given: Partial<JoinView>): JoinView => ({
  url: "http://192.168.178.23:8080",
  codes: {},
  urls: [],
  phones: {},
  wrong_pins: 0,
  wrong_codes: 0,
  alarm: false,
  named: "",
  ...given,
});

/** What features add to a view. A field of one that is gone does no harm here. */
const NOTHING_OF_FEATURES = {
  outlook: null,
  advice: null,
  advised: [],
  bedtime: null,
  stickers: [],
  length: null,
  lab: null,
  camera: null,
};

export function view(changed: Partial<View> = {}): View {
  return {
    version: 1,
    role: "banker",
    you: null,
    phase: "playing",
    game: "g1",
    edition: "classic",
    editions: [
      {
        id: "classic",
        seats_min: 2,
        seats_max: 8,
        house_rules: [
          { id: "pot", values: [], usual: 0 },
          { id: "rounds", values: [10, 20], usual: 0 },
        ],
        own_tables: false,
        by: "",
        names: {},
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
      state: "up",
      sought: true,
      simulated: true,
      by_hand: false,
      kind: "side",
      rtt_ms: 11.6,
      drift: [],
      wrong: null,
      unknown_tags: [],
      random_tag: false,
      offered: false,
      enrolling: null,
      dark: false,
      short: null,
    },
    join: doors({}),
    notice: null,
    house_rules: [],
    middle: false,
    round: 1,
    tables: "",
    stock: { house: 32, hotel: 12 },
    market: null,
    own_bid: null,
    own_maximum: null,
    going_s: 0,
    going: null,
    speaker: "",
    pause: null,
    real_dice: false,
    language: "de",
    open_door: true,
    tickets: 0,
    stops: [],
    streak: 0,
    hall: 0,
    ...NOTHING_OF_FEATURES,
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

/** Named situations for looking at pages without a hub: `/table?mock=auction` under `vite dev`. */
import { DEEDS, deed, FEED, line, option, prompt, seat, seats, view } from "./fixtures";
import { sha256Hex } from "../seals";
import type { DeviceView, FeedLine, MarketView, View } from "../wire";

const PLAYING: readonly ReturnType<typeof seat>[] = [
  seat(0, { balance: 1491, space: 24, release_cards: ["chance"] }),
  seat(1, { balance: 859, space: 25 }),
  seat(2, { balance: 1124, space: 19 }),
  seat(3, { balance: 1320, space: 10, misses: 1 }),
];

const playing = (changed: Partial<View>): View =>
  view({ seats: PLAYING, deeds: DEEDS, feed: FEED, faces: [4, 2], undo: 12, redo: 0, turn: 9, join: { url: "http://192.168.178.23:8080", codes: { 1: "K7QF", 3: "M2XW" }, urls: ["http://192.168.178.23:8080", "http://10.0.0.7:8080"] }, ...changed });

const FREE = [
  option({ command: "mortgage", seat: 0, deed: 1 }, { cost: -30 }),
  option({ command: "mortgage", seat: 0, deed: 3 }, { cost: -30 }),
  option({ command: "redeem", seat: 0, deed: 11 }, { cost: 77 }),
  option({ command: "mortgage", seat: 0, deed: 15 }, { cost: -100 }),
];

const OFFER = {
  offer: { id: 3, seat: 2, to: 0, give: { money: 120, deeds: [5], release_cards: [] }, take: { money: 0, deeds: [15], release_cards: [] }, answers: 0 },
  options: [option({ command: "accept_trade", seat: 0, offer: 3 }), option({ command: "decline_trade", seat: 0, offer: 3 }), option({ command: "withdraw_trade", seat: 2, offer: 3 })],
  set_off: 0,
  debtor: -1,
};
/** Whoever owes the rent offers a deed for the whole of it and more: the creditor pays only what is left. */
const FOR_A_DEBT = {
  offer: { id: 4, seat: 0, to: 1, give: { money: 0, deeds: [15], release_cards: [] }, take: { money: 1900, deeds: [], release_cards: [] }, answers: 0 },
  options: [option({ command: "accept_trade", seat: 1, offer: 4 }), option({ command: "decline_trade", seat: 1, offer: 4 }), option({ command: "withdraw_trade", seat: 0, offer: 4 })],
  set_off: 1700,
  debtor: 0,
};

/** Whole groups, built unevenly far. */
const BUILT = [
  ...DEEDS.filter(({ deed: at }) => ![11, 15, 6, 16, 18, 19, 37, 39, 25].includes(at)).map((one) => (one.deed === 1 ? { ...one, stage: 4 } : one.deed === 3 ? { ...one, stage: 5 } : one)),
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

const building = (at: number, cost: number, refused: string | null = null, details = {}) => option({ command: "build", seat: 0, deed: at }, { cost, refused, details });
const selling = (at: number, cost: number, refused: string | null = null) => option({ command: "sell_building", seat: 0, deed: at }, { cost, refused });
const BUILDING = [
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
const STOCK = { house: 11, hotel: 10 };
const LOT = { task: "auction_running", lot: { lot: "building_lot", building: "house" }, bidders: [0, 3], minimum: 51, high: 50, leader: 3, step: 1 } as const;
const placing = (paid: boolean) =>
  prompt(
    { task: "placing_pending", seat: 0, building: "house", count: paid ? 1 : 2, paid, amount: paid ? 120 : 0 },
    [0],
    [
      option({ command: "place_building", seat: 0, deed: 8 }, { cost: paid ? 0 : 50 }),
      option({ command: "place_building", seat: 0, deed: 9 }, { cost: paid ? 0 : 50 }),
      ...(paid ? [] : [option({ command: "finish_placing", seat: 0 }, { role: "cancel" as const })]),
    ],
  );
const WANTING = prompt(
  { task: "shortage_pending", building: "house", stock: 2, seats: [0, 3], wants: [[2, 1]], deed: 6 },
  [0],
  [option({ command: "want_buildings", seat: 0, amount: 1 }, { role: "ok", minimum: 0, maximum: 4 })],
);
const OWED = option({ command: "pay_debt", seat: 0 }, { role: "ok", cost: 1700, refused: "not_enough_money", details: { missing: 209 } });
const DEBT = prompt(
  { task: "debt_pending", seat: 0, due: { fact: "money_moved", payer: 0, payee: 1, amount: 1700, purpose: "rent_street", inputs: { deed: 39, base: 1700, stage: 4, factor: 1 } } },
  [0],
  [option({ command: "declare_bankruptcy", seat: 0 }, { refused: "money_can_be_raised" }), OWED],
);
const CLEARING = [option({ command: "sell_group", seat: 0, group: "brown" }, { cost: -225 }), option({ command: "sell_group", seat: 0, group: "lightblue" }, { cost: -25 })];

const throwing = (seatIndex: number) => prompt({ task: "throw_pending", seat: seatIndex }, [seatIndex], [option({ command: "throw", seat: seatIndex, faces: [], source: "hub" }, { role: "dice" })]);

const bid = (seatIndex: number, balance: number) => [
  option({ command: "place_bid", seat: seatIndex, amount: 191 }, { role: "ok", cost: 191, minimum: 191, maximum: balance }),
  option({ command: "pass_bid", seat: seatIndex }, { role: "cancel" }),
];

const AUCTION = { task: "auction_running", lot: { lot: "deed_lot", deed: 31 }, bidders: [0, 1, 3], minimum: 191, high: 190, leader: 1, step: 1 } as const;

const SEALED = {
  task: "sealed_auction_running",
  auction: 3,
  lot: { lot: "deed_lot", deed: 31 },
  seller: -1,
  mechanism: "all_pay",
  bidders: [0, 1, 2, 3],
  waiting: [0, 3],
  commitments: [
    [1, sha256Hex("1f:120:1:3:1")],
    [2, ""],
  ],
  minimum: 0,
  round: 1,
  fine: 0,
} as const;
const secret = (seatIndex: number, balance: number) => [
  option({ command: "seal_bid", seat: seatIndex, amount: 0, nonce: "" }, { minimum: 0, maximum: balance }),
  option({ command: "abstain_bid", seat: seatIndex }),
];
const BIDS: readonly (readonly [number, number, string])[] = [
  [0, 120, "0a"],
  [1, 120, "1f"],
  [2, 0, ""],
  [3, 45, "3c"],
];
const seals = BIDS.map(([bidder, amount, nonce]) => (nonce ? sha256Hex([nonce, amount, bidder, 3, 1].join(":")) : ""));
const REVEALED: readonly FeedLine[] = [
  line(40, "sealed_auction_opened", { auction: 3, deed: 31, seller: -1, minimum: 0 }),
  line(41, "bid_sealed", { seat: 1, auction: 3, round: 1, commitment: seals[1]! }),
  line(42, "bid_abstained", { seat: 2, auction: 3 }),
  line(43, "bid_sealed", { seat: 3, auction: 3, round: 1, commitment: seals[3]! }),
  line(44, "bid_sealed", { seat: 0, auction: 3, round: 1, commitment: seals[0]! }),
  line(44, "bids_revealed", {
    auction: 3,
    round: 1,
    seats: BIDS.map(([bidder]) => bidder).join(","),
    amounts: BIDS.map(([, amount]) => amount).join(","),
    nonces: BIDS.map(([, , nonce]) => nonce).join(","),
    commitments: seals.join(","),
  }),
];
const TIED = [...FEED, ...REVEALED, line(44, "bids_tied", { auction: 3, seats: "0,1", minimum: 120 })];
const AGAIN = { ...SEALED, bidders: [0, 1], waiting: [0, 1], commitments: [], minimum: 120, round: 2 };
const secretAgain = (seatIndex: number, balance: number) => [
  option({ command: "seal_bid", seat: seatIndex, amount: 0, nonce: "" }, { minimum: 0, maximum: 0 }),
  option({ command: "seal_bid", seat: seatIndex, amount: 120, nonce: "" }, { minimum: 120, maximum: balance, cost: 120 }),
  option({ command: "abstain_bid", seat: seatIndex }),
];

const HOLDINGS = [
  [20, 3, 0, 0, 2],
  [0, 12, 13, 0, 0],
  [0, 0, 25, 0, 0],
  [5, 0, 0, 17, 3],
];
const MARKET: MarketView = {
  issued: 25,
  open: true,
  issuers: HOLDINGS.map((counts, issuer) => ({
    seat: issuer,
    price: [88, 61, 70, 53][issuer]!,
    why: { row: "haustein-15", formula: "guide_price", inputs: { cash: 1491, estate: 710, shares: 25 } },
    holdings: counts.flatMap((count, i) => (count ? [{ holder: i === 4 ? -1 : i, count }] : [])),
    report: { seat: issuer, kind: issuer === 2 ? "opening" : "annual", turn: 1 + issuer, cash: 1500 - 90 * issuer, estate: 220 * issuer, shares: [[issuer, 25]] },
    owed_since: issuer === 0 ? 9 : null,
  })),
  offers: [
    {
      offer: { id: 4, seat: 1, to: 0, issuer: 1, count: 2, price: 150, selling: true },
      options: [option({ command: "accept_shares", seat: 0, offer: 4 }), option({ command: "decline_shares", seat: 0, offer: 4 })],
    },
  ],
};
const TRADING = [
  option({ command: "sell_shares", seat: 0, issuer: 0, amount: 1 }, { cost: -88, minimum: 1, maximum: 5 }),
  option({ command: "buy_shares", seat: 0, issuer: 3, amount: 1 }, { cost: 53, minimum: 1, maximum: 3 }),
  option({ command: "file_report", seat: 0 }),
  option({ command: "auction_deed", seat: 0, deed: 5, amount: 0 }, { minimum: 0, maximum: 2800 }),
];
const DIVIDEND: readonly FeedLine[] = [
  line(50, "dividend_paid", { seat: 0, reported: 1500, capped: 0, holders: "1,-1", counts: "3,2", amounts: "180,120" }),
  ...[
    [1, 180, 3],
    [-1, 120, 2],
  ].map(([payee, amount, count]) =>
    line(50, "money_moved", { payer: 0, payee: payee!, amount: amount!, purpose: "dividend" }, { row: "haustein-22", formula: "dividend", inputs: { reported: 1500, count: count!, shares: 25 } }),
  ),
  line(51, "shares_moved", { issuer: 1, source: 1, target: 2, count: 13, by: "trade" }),
  line(52, "report_filed", { seat: 1, kind: "annual", turn: 2, cash: 1410, estate: 220, shares: "1:12,2:13" }),
];
const INTEREST = { task: "interest_pending", buyer: 1, issuer: 3, count: 2, price: 106, waiting: [0, 2], interested: [] } as const;
const wanting = (seatIndex: number) => [
  option({ command: "show_interest", seat: seatIndex, interested: true }, { role: "ok", cost: 106 }),
  option({ command: "show_interest", seat: seatIndex, interested: false }, { role: "cancel" }),
];
const market = (changed: Partial<View>): View => playing({ edition: "haustein", trade: false, market: MARKET, feed: [...FEED, ...DIVIDEND], ...changed });

export const SCENES: Record<string, View> = {
  empty: view({ phase: "lobby", game: null, seats: [], board: { ...view().board, state: "up" } }),
  lobby: view({
    phase: "lobby",
    game: null,
    seats: [seat(0), seat(1, { tag: null, online: false }), seat(2, { tag: null, online: false })],
    board: { ...view().board, enrolling: 1 },
    house_rules: ["pot"],
    join: { url: "http://192.168.178.23:8080", codes: { 1: "K7QF", 2: "M2XW" }, urls: ["http://192.168.178.23:8080", "http://10.0.0.7:8080"] },
  }),
  unknown: view({
    phase: "lobby",
    game: null,
    seats: [seat(0), seat(1, { tag: null })],
    board: { ...view().board, unknown_tags: ["04B0A5C0FFEE77"] },
  }),
  throw: playing({ prompt: throwing(0), free: FREE, offers: [OFFER] }),
  buy: playing({
    on_turn: 1,
    prompt: prompt({ task: "buy_pending", seat: 1, deed: 24, price: 240 }, [1], [option({ command: "buy", seat: 1 }, { role: "ok", cost: 240 }), option({ command: "decline", seat: 1 }, { role: "cancel" })]),
  }),
  poor: playing({
    on_turn: 1,
    prompt: prompt(
      { task: "buy_pending", seat: 1, deed: 34, price: 920 },
      [1],
      [option({ command: "buy", seat: 1 }, { role: "ok", cost: 920, refused: "not_enough_money", details: { missing: 61 } }), option({ command: "decline", seat: 1 }, { role: "cancel" })],
    ),
  }),
  auction: playing({ prompt: prompt(AUCTION, [0, 3], [...bid(0, 1491), ...bid(3, 1320)]), trade: false }),
  build: playing({ prompt: throwing(0), deeds: BUILT, free: BUILDING, stock: STOCK, house_rules: ["pot"], pot: 350 }),
  shortage: playing({ prompt: WANTING, deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  lot: playing({ prompt: prompt(LOT, [0], bid(0, 1491).map((one) => (one.minimum ? { ...one, minimum: 51 } : one))), deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  placing: playing({ prompt: placing(false), deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  paid: playing({ prompt: placing(true), deeds: BUILT, stock: { house: 1, hotel: 10 }, trade: false }),
  owing: playing({ prompt: DEBT, deeds: BUILT, stock: STOCK, free: [...BUILDING.map((one) => (one.command.command === "build" ? { ...one, refused: "not_now" } : one)), ...CLEARING] }),
  building: playing({ role: "seat", you: 0, prompt: { ...throwing(1), options: [] }, deeds: BUILT, free: BUILDING, stock: STOCK, house_rules: ["pot"], pot: 350 }),
  wanting: playing({ role: "seat", you: 0, prompt: WANTING, deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  putting: playing({ role: "seat", you: 0, prompt: placing(false), deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  indebted: playing({ role: "seat", you: 0, prompt: DEBT, offers: [{ ...FOR_A_DEBT, options: [FOR_A_DEBT.options[2]!] }], deeds: BUILT, stock: STOCK, free: [...BUILDING, ...CLEARING] }),
  advance: playing({
    prompt: prompt({ task: "advance_pending", seat: 2, space: 28, by: "throw", salary: 0, rent_factor: 1, rent_throw_factor: 0 }, [2], [option({ command: "advance", seat: 2 }, { role: "ok" })]),
    on_turn: 2,
    faces: [6, 3],
  }),
  jail: playing({
    on_turn: 3,
    prompt: prompt(
      { task: "throw_pending", seat: 3 },
      [3],
      [
        option({ command: "throw", seat: 3, faces: [], source: "hub" }, { role: "dice" }),
        option({ command: "pay_bail", seat: 3 }, { cost: 50 }),
        option({ command: "use_release_card", seat: 3 }, { refused: "no_release_card" }),
      ],
    ),
  }),
  debt: playing({
    prompt: prompt(
      { task: "debt_pending", seat: 0, due: { fact: "money_moved", payer: 0, payee: 1, amount: 1700, purpose: "rent_street", inputs: { deed: 39, base: 1700, stage: 4, factor: 1 } } },
      [0],
      [
        option({ command: "declare_bankruptcy", seat: 0 }, { refused: "money_can_be_raised" }),
        option({ command: "pay_debt", seat: 0 }, { role: "ok", cost: 1700, refused: "not_enough_money", details: { missing: 209 } }),
      ],
    ),
    free: FREE,
    offers: [FOR_A_DEBT],
  }),
  eight: playing({ seats: seats(8).map((one) => ({ ...one, balance: 1500 - one.seat * 137, space: one.seat < 4 ? 0 : one.seat * 5 })), prompt: throwing(5), on_turn: 5 }),
  trouble: playing({ prompt: throwing(0), board: { ...view().board, state: "lost", rtt_ms: null, drift: [] } }),
  drift: playing({
    prompt: throwing(0),
    board: { ...view().board, drift: [{ seat: 1, space: 25, found: 28 }], wrong: { seat: 1, space: 25, found: 28 } },
  }),
  over: playing({ phase: "over", winner: 0, seats: PLAYING.map((one) => ({ ...one, out: one.seat !== 0, balance: one.seat === 0 ? 6240 : 0 })) }),
  sealed: market({ prompt: prompt(SEALED, [0, 3], [...secret(0, 1491), ...secret(3, 880)]) }),
  tied: market({ prompt: prompt(AGAIN, [0, 1], [...secretAgain(0, 1491), ...secretAgain(1, 859)], "2"), feed: TIED }),
  shares: market({ prompt: throwing(0), free: TRADING }),
  interest: market({ prompt: prompt(INTEREST, [0, 2], [...wanting(0), ...wanting(2)]) }),
  sealing: market({ role: "seat", you: 0, prompt: prompt(SEALED, [0, 3], secret(0, 1491)) }),
  sent: market({ role: "seat", you: 0, own_bid: 135, free: [option({ command: "take_back_bid", seat: 0 })], prompt: prompt({ ...SEALED, waiting: [3], commitments: [...SEALED.commitments, [0, seals[0]!]] }, [3], []) }),
  retry: market({ role: "seat", you: 0, prompt: prompt(AGAIN, [0, 1], secretAgain(0, 1491), "2"), feed: TIED }),
  holding: market({ role: "seat", you: 0, prompt: throwing(0), free: TRADING }),
  pair: view({ role: "viewer", phase: "lobby", game: null }),
  join: view({ role: "viewer", phase: "lobby", game: null }),
  mine: playing({ role: "seat", you: 0, prompt: throwing(0), free: FREE, offers: [OFFER] }),
  waiting: playing({ role: "seat", you: 0, prompt: { ...throwing(1), options: [] }, free: FREE }),
  bidding: playing({ role: "seat", you: 0, prompt: prompt(AUCTION, [0, 3], bid(0, 1491)), trade: false }),
};

/** The view after an action, where the mock moves on by itself. */
export const afterThrow = (before: View): View => ({
  ...before,
  version: before.version + 1,
  faces: [5, 3],
  seats: before.seats.map((one) => (one.seat === 0 ? { ...one, space: 32, balance: one.balance - 26 } : one.seat === 1 ? { ...one, balance: one.balance + 26 } : one)),
  deeds: [...before.deeds.filter((one) => one.deed !== 32), deed(32, 1)],
  feed: [
    ...before.feed,
    line(90, "dice_thrown", { seat: 0, faces: "5,3", source: "hub", streak: 0 }),
    line(90, "piece_moved", { seat: 0, origin: 24, space: 32, by: "throw" }),
    line(90, "money_moved", { payer: 0, payee: 1, amount: 26, purpose: "rent_street" }, { row: "classic-07", formula: "rent_street", inputs: { deed: 32, base: 26, stage: 0, factor: 1 } }),
  ],
  undo: before.undo + 1,
  prompt: throwing(1),
  on_turn: 1,
});

const COUNTERS = { rx: 1204, tx: 871, links: 1, bad: 0, dup: 2, gap: 0, resend: 3, noise: 1, dropped: 0 };

export const DEVICE: DeviceView = {
  nodes: [0, 1, 2, 3].map((side) => ({
    node: `sim-${"ABCD"[side]}`,
    kind: "side",
    port: `/dev/pts/${side + 3}`,
    link: side === 3 ? "lost" : "up",
    readers: 10,
    firmware: "0.1.0",
    why: null,
    rtt_ms: side === 3 ? null : 3.2 + side,
    faults: side === 1 ? { 4: "no_answer" } : ({} as Record<string, string>),
    counters: COUNTERS,
    tags: PLAYING.filter((one) => Math.floor(one.space / 10) === side).map((one) => [one.space % 10, one.tag!] as const),
    lights: Array.from({ length: 10 }, (_, i) => (side === 2 && i === 8 ? 0xffaa22 : 0)),
    lamps: side === 0 ? { ok: "blink", cancel: "off", die1: "on" } : ({} as Record<string, "on" | "off" | "blink">),
    spaces: Array.from({ length: 10 }, (_, i) => side * 10 + i),
  })),
  lines: Array.from({ length: 40 }, (_, i) => ({
    index: i,
    at_ms: 1_790_000_000_000 + i * 173,
    node: `sim-${"ABC"[i % 3]}`,
    outward: i % 4 === 0,
    text: i % 4 === 0 ? `ack ${i} 7f` : `ev ${i} tag ${i % 10} 04B0A5C0FFEE0${1 + (i % 4)} on`,
    ok: i !== 17,
  })),
  learning: null,
  learnt: 40,
  spare_tags: ["04B0A5C0FFEE05", "04B0A5C0FFEE06"],
  latencies: [
    { name: "stored", bounds_ms: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], counts: [0, 41, 120, 9, 1, 0, 0, 0, 0, 0, 0], longest_ms: 12.4 },
    { name: "shown", bounds_ms: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], counts: [0, 4, 88, 60, 12, 2, 0, 0, 0, 0, 0], longest_ms: 31 },
  ],
};

/** Named situations for looking at pages without a hub: `/table?mock=auction` under `vite dev`. */
import { deed, doors, line, option, prompt, seat, view } from "./fixtures";
import { BUILDING, BUILT, CLEARING, DEBT, LOT, placing, STOCK, WANTING } from "./building";
import { INTEREST, market, TRADING, wanting } from "./market";
import { AUCTION, bid, FOR_A_DEBT, FREE, OFFER, playing, throwing } from "./playing";
import { AGAIN, SEALED, seals, secret, secretAgain, TIED } from "./sealed";
import type { View } from "../wire";

export const SCENES: Record<string, View> = {
  lobby: view({
    phase: "lobby",
    game: null,
    seats: [seat(0), seat(1, { tag: null, online: false }), seat(2, { tag: null, online: false })],
    board: { ...view().board, enrolling: 1 },
    house_rules: ["pot"],
    join: doors({
      codes: { 1: "K7QF", 2: "M2XW" },
      urls: ["http://192.168.178.23:8080", "http://10.0.0.7:8080"],
    }),
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
    prompt: prompt(
      { task: "buy_pending", seat: 1, deed: 24, price: 240 },
      [1],
      [
        option({ command: "buy", seat: 1 }, { role: "ok", cost: 240 }),
        option({ command: "decline", seat: 1 }, { role: "cancel" }),
      ],
    ),
  }),
  poor: playing({
    on_turn: 1,
    prompt: prompt(
      { task: "buy_pending", seat: 1, deed: 34, price: 920 },
      [1],
      [
        option(
          { command: "buy", seat: 1 },
          { role: "ok", cost: 920, refused: "not_enough_money", details: { missing: 61 } },
        ),
        option({ command: "decline", seat: 1 }, { role: "cancel" }),
      ],
    ),
  }),
  auction: playing({ prompt: prompt(AUCTION, [0, 3], [...bid(0, 1491), ...bid(3, 1320)]), trade: false }),
  build: playing({ prompt: throwing(0), deeds: BUILT, free: BUILDING, stock: STOCK, house_rules: ["pot"], pot: 350 }),
  shortage: playing({ prompt: WANTING, deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  lot: playing({
    prompt: prompt(
      LOT,
      [0],
      bid(0, 1491).map((one) => (one.minimum ? { ...one, minimum: 51 } : one)),
    ),
    deeds: BUILT,
    stock: { house: 2, hotel: 10 },
    trade: false,
  }),
  placing: playing({ prompt: placing(false), deeds: BUILT, stock: { house: 2, hotel: 10 }, trade: false }),
  paid: playing({ prompt: placing(true), deeds: BUILT, stock: { house: 1, hotel: 10 }, trade: false }),
  owing: playing({
    prompt: DEBT,
    deeds: BUILT,
    stock: STOCK,
    free: [
      ...BUILDING.map((one) => (one.command.command === "build" ? { ...one, refused: "not_now" } : one)),
      ...CLEARING,
    ],
  }),
  building: playing({
    role: "seat",
    you: 0,
    prompt: { ...throwing(1), options: [] },
    deeds: BUILT,
    free: BUILDING,
    stock: STOCK,
    house_rules: ["pot"],
    pot: 350,
  }),
  debt: playing({ prompt: DEBT, free: FREE, offers: [FOR_A_DEBT] }),
  sealed: market({ prompt: prompt(SEALED, [0, 3], [...secret(0, 1491), ...secret(3, 880)]) }),
  tied: market({ prompt: prompt(AGAIN, [0, 1], [...secretAgain(0, 1491), ...secretAgain(1, 859)], "2"), feed: TIED }),
  shares: market({ prompt: throwing(0), free: TRADING }),
  interest: market({ prompt: prompt(INTEREST, [0, 2], [...wanting(0), ...wanting(2)]) }),
  sealing: market({ role: "seat", you: 0, prompt: prompt(SEALED, [0, 3], secret(0, 1491)) }),
  sent: market({
    role: "seat",
    you: 0,
    own_bid: 135,
    free: [option({ command: "take_back_bid", seat: 0 })],
    prompt: prompt({ ...SEALED, waiting: [3], commitments: [...SEALED.commitments, [0, seals[0]!]] }, [3], []),
  }),
  retry: market({ role: "seat", you: 0, prompt: prompt(AGAIN, [0, 1], secretAgain(0, 1491), "2"), feed: TIED }),
  holding: market({ role: "seat", you: 0, prompt: throwing(0), free: TRADING }),
  pair: view({ role: "viewer", phase: "lobby", game: null }),
  remote: playing({
    role: "seat",
    you: 0,
    prompt: throwing(0),
    free: [option({ command: "buy_remote", seat: 0, deed: 31 }, { cost: 320 })],
  }),
  mine: playing({ role: "seat", you: 0, prompt: throwing(0), free: FREE, offers: [OFFER] }),
  waiting: playing({ role: "seat", you: 0, prompt: { ...throwing(1), options: [] }, free: FREE }),
};

/** The view after an action, where the mock moves on by itself. */
export const afterThrow = (before: View): View => ({
  ...before,
  version: before.version + 1,
  faces: [5, 3],
  seats: before.seats.map((one) =>
    one.seat === 0
      ? { ...one, space: 32, balance: one.balance - 26 }
      : one.seat === 1
        ? { ...one, balance: one.balance + 26 }
        : one,
  ),
  deeds: [...before.deeds.filter((one) => one.deed !== 32), deed(32, 1)],
  feed: [
    ...before.feed,
    line(90, "dice_thrown", { seat: 0, faces: "5,3", source: "hub", streak: 0 }),
    line(90, "piece_moved", { seat: 0, origin: 24, space: 32, by: "throw" }),
    line(
      90,
      "money_moved",
      { payer: 0, payee: 1, amount: 26, purpose: "rent_street" },
      { row: "classic-07", formula: "rent_street", inputs: { deed: 32, base: 26, stage: 0, factor: 1 } },
    ),
  ],
  undo: before.undo + 1,
  prompt: throwing(1),
  on_turn: 1,
});

/** A game of four in full swing, and questions that come up in any edition. */
import { DEEDS, FEED, doors, option, prompt, seat, view } from "./fixtures";
import type { AwardView, Bundle, View } from "../wire";

export const PLAYING: readonly ReturnType<typeof seat>[] = [
  seat(0, { balance: 1491, space: 24, release_cards: ["chance"] }),
  seat(1, { balance: 859, space: 25 }),
  seat(2, { balance: 1124, space: 19 }),
  seat(3, { balance: 1320, space: 10, misses: 1 }),
];

export const playing = (changed: Partial<View>): View =>
  view({
    seats: PLAYING,
    deeds: DEEDS,
    feed: FEED,
    faces: [4, 2],
    undo: 12,
    redo: 0,
    turn: 9,
    join: doors({
      codes: { 1: "K7QF", 3: "M2XW" },
      urls: ["http://192.168.178.23:8080", "http://10.0.0.7:8080"],
    }),
    ...changed,
  });

export const FREE = [
  option({ command: "mortgage", seat: 0, deed: 1 }, { cost: -30 }),
  option({ command: "mortgage", seat: 0, deed: 3 }, { cost: -30 }),
  option({ command: "redeem", seat: 0, deed: 11 }, { cost: 77 }),
  option({ command: "mortgage", seat: 0, deed: 15 }, { cost: -100 }),
];

/** An offer of `seat` to `to`; `debtor` sets off so much of what they owe against it. */
const offering = (id: number, seat: number, to: number, give: Bundle, take: Bundle, set_off = 0, debtor = -1) => ({
  offer: { id, seat, to, give, take, answers: 0 },
  options: [
    option({ command: "accept_trade", seat: to, offer: id }),
    option({ command: "decline_trade", seat: to, offer: id }),
    option({ command: "withdraw_trade", seat, offer: id }),
  ],
  set_off,
  debtor,
});
const goods = (money: number, ...deeds: number[]): Bundle => ({ money, deeds, release_cards: [] });
export const OFFER = offering(3, 2, 0, goods(120, 5), goods(0, 15));
export const AWARDS: readonly AwardView[] = [
  { award: "landlord", seats: [0, 1], figure: 1240 },
  { award: "collector", seats: [3], figure: 7 },
];
/** Whoever owes the rent offers a deed for the whole of it and more: the creditor pays only what is left. */
export const FOR_A_DEBT = offering(4, 0, 1, goods(0, 15), goods(1900), 1700, 0);

export const throwing = (seatIndex: number) =>
  prompt(
    { task: "throw_pending", seat: seatIndex },
    [seatIndex],
    [option({ command: "throw", seat: seatIndex, faces: [], source: "hub" }, { role: "dice" })],
  );

export const bid = (seatIndex: number, balance: number) => [
  option(
    { command: "place_bid", seat: seatIndex, amount: 191 },
    { role: "ok", cost: 191, minimum: 191, maximum: balance },
  ),
  option({ command: "pass_bid", seat: seatIndex }, { role: "cancel" }),
];

export const AUCTION = {
  task: "auction_running",
  lot: { lot: "deed_lot", deed: 31 },
  bidders: [0, 1, 3],
  minimum: 191,
  high: 190,
  leader: 1,
  step: 1,
} as const;

/** A sealed auction before and after its reveal. */
import { FEED, line, option } from "./fixtures";
import { sha256Hex } from "../game/seals";
import type { FeedLine } from "../wire";

export const SEALED = {
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
export const secret = (seatIndex: number, balance: number) => [
  option({ command: "seal_bid", seat: seatIndex, amount: 0, nonce: "" }, { minimum: 0, maximum: balance }),
  option({ command: "abstain_bid", seat: seatIndex }),
];
const BIDS: readonly (readonly [number, number, string])[] = [
  [0, 120, "0a"],
  [1, 120, "1f"],
  [2, 0, ""],
  [3, 45, "3c"],
];
export const seals = BIDS.map(([bidder, amount, nonce]) =>
  nonce ? sha256Hex([nonce, amount, bidder, 3, 1].join(":")) : "",
);
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
export const TIED = [...FEED, ...REVEALED, line(44, "bids_tied", { auction: 3, seats: "0,1", minimum: 120 })];
export const AGAIN = { ...SEALED, bidders: [0, 1], waiting: [0, 1], commitments: [], minimum: 120, round: 2 };
export const secretAgain = (seatIndex: number, balance: number) => [
  option({ command: "seal_bid", seat: seatIndex, amount: 0, nonce: "" }, { minimum: 0, maximum: 0 }),
  option(
    { command: "seal_bid", seat: seatIndex, amount: 120, nonce: "" },
    { minimum: 120, maximum: balance, cost: 120 },
  ),
  option({ command: "abstain_bid", seat: seatIndex }),
];

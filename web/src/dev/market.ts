/** The share market of four issuers. */
import { FEED, line, option } from "./fixtures";
import { playing } from "./playing";
import type { FeedLine, MarketView, View } from "../wire";

const HOLDINGS = [
  [20, 3, 0, 0, 2],
  [0, 12, 13, 0, 0],
  [0, 0, 25, 0, 0],
  [5, 0, 0, 17, 3],
];
const MARKET: MarketView = {
  issued: 25,
  open: true,
  report_at: 31,
  late_fine: 150,
  issuers: HOLDINGS.map((counts, issuer) => ({
    seat: issuer,
    price: [88, 61, 70, 53][issuer]!,
    explanation: { row: "haustein-15", formula: "guide_price", inputs: { cash: 1491, estate: 710, shares: 25 } },
    holdings: counts.flatMap((count, i) => (count ? [{ holder: i === 4 ? -1 : i, count }] : [])),
    report: {
      seat: issuer,
      kind: issuer === 2 ? "opening" : "annual",
      turn: 1 + issuer,
      cash: 1500 - 90 * issuer,
      estate: 220 * issuer,
      shares: [[issuer, 25]],
    },
    owed_since: issuer === 0 ? 9 : null,
  })),
  offers: [
    {
      offer: { id: 4, seat: 1, to: 0, issuer: 1, count: 2, price: 150, selling: true },
      options: [
        option({ command: "accept_shares", seat: 0, offer: 4 }),
        option({ command: "decline_shares", seat: 0, offer: 4 }),
      ],
    },
  ],
};
export const TRADING = [
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
    line(
      50,
      "money_moved",
      { payer: 0, payee: payee!, amount: amount!, purpose: "dividend" },
      { row: "haustein-22", formula: "dividend", inputs: { reported: 1500, count: count!, shares: 25 } },
    ),
  ),
  line(51, "shares_moved", { issuer: 1, source: 1, target: 2, count: 13, by: "trade" }),
  line(52, "report_filed", { seat: 1, kind: "annual", turn: 2, cash: 1410, estate: 220, shares: "1:12,2:13" }),
];
export const INTEREST = {
  task: "interest_pending",
  buyer: 1,
  issuer: 3,
  count: 2,
  price: 106,
  waiting: [0, 2],
  interested: [],
} as const;
export const wanting = (seatIndex: number) => [
  option({ command: "show_interest", seat: seatIndex, interested: true }, { role: "ok", cost: 106 }),
  option({ command: "show_interest", seat: seatIndex, interested: false }, { role: "cancel" }),
];
export const market = (changed: Partial<View>): View =>
  playing({ edition: "haustein", trade: false, market: MARKET, feed: [...FEED, ...DIVIDEND], ...changed });

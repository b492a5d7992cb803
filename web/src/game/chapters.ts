/** The feed as people read it: what belongs together is one entry, its payments lie inside. */
import { numbersOf } from "../text/lists";
import type { FeedLine } from "../wire";

export interface Chapter {
  readonly line: FeedLine;
  /** What it brought about, line by line. */
  readonly parts: readonly FeedLine[];
}

/** Which lines of the same move belong to a fact. */
const PARTS: Record<string, (head: FeedLine, line: FeedLine) => boolean> = {
  dividend_paid: ({ args }, line) => isPayment(line, "dividend") && line.args.payer === args.seat,
  seat_taken_over: ({ args }, line) =>
    (isPayment(line, "takeover") && line.args.payer === args.seat) || isLeft(line, args.seat),
  bids_revealed: ({ args }, line) =>
    isPayment(line, "auction_bid", "private_bid") && numbersOf(args.seats).includes(Number(line.args.payer)),
};

const isPayment = ({ key, args }: FeedLine, ...purposes: string[]): boolean =>
  key === "money_moved" && purposes.includes(String(args.purpose));

/** What somebody who is out leaves to others. */
const isLeft = ({ key, args }: FeedLine, seat: unknown): boolean =>
  (key === "shares_voided" && args.issuer === seat) ||
  (["deed_moved", "release_card_moved", "shares_moved"].includes(key) && args.source === seat);

export function chapters(feed: readonly FeedLine[]): Chapter[] {
  const heads = feed.filter(({ key }) => key in PARTS);
  if (!heads.length) return feed.map((line) => ({ line, parts: [] }));
  const headOf = (line: FeedLine) =>
    heads.find((head) => head.move === line.move && head !== line && PARTS[head.key]!(head, line));
  const owned = feed.map((line) => [line, headOf(line)] as const);
  return owned
    .filter(([, head]) => !head)
    .map(([line]) => ({ line, parts: owned.filter(([, head]) => head === line).map(([part]) => part) }));
}

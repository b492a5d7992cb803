/** What was bid in the open auction that is running, the highest first: of each who bid, their last. */
import type { FeedLine } from "../wire";

export interface Call {
  readonly seat: number;
  readonly amount: number;
}

export function calls(feed: readonly FeedLine[]): Call[] {
  const lines = feed.filter(({ undone }) => !undone);
  const began = lines.reduce((last, { key }, i) => (key === "auction_opened" ? i : last), 0);
  const last = new Map<number, number>();
  for (const { key, args } of lines.slice(began))
    if (key === "bid_placed") last.set(Number(args.seat), Number(args.amount));
  return [...last].map(([seat, amount]) => ({ seat, amount })).sort((a, b) => b.amount - a.amount);
}

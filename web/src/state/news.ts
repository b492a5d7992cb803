/** What is new between two views: facts to tell, coins to fly, balances that changed. */
import type { FeedLine, View } from "../wire";

export interface Flight {
  readonly payer: number;
  readonly payee: number;
  readonly amount: number;
}

export interface News {
  readonly lines: readonly FeedLine[];
  readonly flights: readonly Flight[];
  readonly changes: ReadonlyMap<number, number>;
}

const NONE: News = { lines: [], flights: [], changes: new Map() };
/** More coins at once are a blur. */
const FLIGHTS_MAXIMUM = 6;

/** Nothing is news on the first view, in another game, or when moves were only taken back. */
export function news(before: View | null, after: View): News {
  if (!before || before.game !== after.game || after.game === null) return NONE;
  const last = before.feed.reduce((most, line) => Math.max(most, line.move), 0);
  const lines = after.feed.filter((line) => line.move > last && !line.undone);
  return { lines, flights: lines.flatMap(flight).slice(0, FLIGHTS_MAXIMUM), changes: changes(before, after) };
}

/** The newest line worth repeating in large letters; whose turn it is, the question says. */
export const newest = (feed: readonly FeedLine[]): FeedLine | undefined =>
  feed.filter((line) => !line.undone && line.key !== "turn_began").pop();

function flight({ key, args }: FeedLine): Flight[] {
  if (key !== "money_moved") return [];
  return [{ payer: Number(args.payer), payee: Number(args.payee), amount: Number(args.amount) }];
}

function changes(before: View, after: View): Map<number, number> {
  const found = new Map<number, number>();
  for (const seat of after.seats) {
    const old = before.seats[seat.seat];
    if (old && old.balance !== seat.balance) found.set(seat.seat, seat.balance - old.balance);
  }
  return found;
}

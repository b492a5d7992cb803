/** What is new between two views: facts to tell, coins to fly, balances that changed, moments; and what moves for it. */
import { chapters } from "../game/chapters";
import { weighty } from "../text/sentences";
import type { Moment } from "../game/moments";
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
  readonly moments: readonly Moment[];
}

/** What moves before the news is there: dice roll, a piece takes so many steps; `ms` until both lie still. */
export interface Pace {
  readonly steps: number;
  readonly ms: number;
}

export const QUIET: News = { lines: [], flights: [], changes: new Map(), moments: [] };
export const STILL: Pace = { steps: 0, ms: 0 };
/** More coins at once would be a blur. */
export const FLIGHTS_MAXIMUM = 6;
/** How long a coin flies, and how long after the one before. */
export const FLIGHT_MS = 320;
export const STAGGER_MS = 24;
/** How long dice roll. */
export const TUMBLE_MS = 500;
const ROLLS = ["dice_thrown", "opening_thrown", "rent_thrown"];

export const isRoll = ({ key }: FeedLine): boolean => ROLLS.includes(key);

/** What was rolled before in the same move, where rolls add up: after each of them a stop was passed. */
export function addedTo(feed: readonly FeedLine[]): number {
  const lines = feed.filter(({ undone }) => !undone);
  const began = lines.reduce((last, { key }, i) => (key === "turn_began" ? i : last), 0);
  const roll = lines.reduce((last, line) => (line.key === "dice_thrown" ? line.move : last), 0);
  return lines
    .slice(began)
    .filter(({ key, move }) => key === "stop_passed" && move < roll)
    .reduce((sum, { args }) => sum + Number(args.steps), 0);
}

/** There is no news on the first view, in another game, or when moves were only taken back. */
export function news(before: View | null, after: View): News {
  if (!before || before.game !== after.game || after.game === null) return QUIET;
  const last = before.feed.reduce((most, line) => Math.max(most, line.move), 0);
  const lines = after.feed.filter((line) => line.move > last && !line.undone);
  return {
    lines,
    flights: lines.flatMap(flight).slice(0, FLIGHTS_MAXIMUM),
    changes: changes(before, after),
    moments: [],
  };
}

/** Both as one. */
export function joined(one: News, other: News): News {
  const changes = new Map(one.changes);
  for (const [seat, amount] of other.changes) changes.set(seat, (changes.get(seat) ?? 0) + amount);
  return {
    lines: [...one.lines, ...other.lines],
    flights: [...one.flights, ...other.flights].slice(0, FLIGHTS_MAXIMUM),
    changes,
    moments: [...one.moments, ...other.moments],
  };
}

/** What is said elsewhere, and is over with the first roll. */
const BEGUN: readonly string[] = ["turn_began", "round_began"];

/** What ends the reading of a card: somebody rolls, or decides something. */
const READ: readonly string[] = ["dice_thrown", "deed_moved", "auction_opened", "turn_began"];

/**
 * The newest line worth repeating in large letters; whose turn it is, the question says, but not why it is the first. A
 * card that was drawn is read by all until the turn goes on, and says itself what it costs.
 */
export function newest(feed: readonly FeedLine[]): FeedLine | undefined {
  const worth = feed.filter((line) => !line.undone && (!BEGUN.includes(line.key) || line.args.by !== undefined));
  const last = chapters(worth).pop()?.line;
  const card = worth.reduce((at, { key }, i) => (key === "card_drawn" ? i : at), -1);
  const read = card < 0 || worth.slice(card).some(({ key, move }) => READ.includes(key) && move > worth[card]!.move);
  return read ? last : worth[card];
}

/** The line that sums up several new ones, in the words of an undo. */
export function gist(lines: readonly FeedLine[]): FeedLine | undefined {
  const heads = chapters(lines).map(({ line }) => line);
  const paid = heads.filter(({ key }) => key === "money_moved");
  const others = heads.filter(({ key }) => key !== "turn_began");
  return weighty(heads) ?? paid[paid.length - 1] ?? others[others.length - 1] ?? heads[heads.length - 1];
}

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

/** Sealed bids after the reveal: who bid what, and the result. Nothing is known before. */
import { numbersOf } from "../text/lists";
import type { FeedLine, Value } from "../wire";

export interface RevealedBid {
  readonly seat: number;
  readonly amount: number;
  readonly nonce: string;
  readonly commitment: string;
  /** Openly bid 0: there is no seal. */
  readonly open: boolean;
}

export interface Reveal {
  readonly line: FeedLine;
  readonly auction: number;
  readonly round: number;
  readonly bids: readonly RevealedBid[];
  /** Who bid most; several when they tied. */
  readonly leaders: readonly number[];
}

/** Nonces and seals may be empty, and so may a list of one. */
const keysOf = (value: Value | undefined, count: number): string[] => {
  const parts = String(value ?? "").split(",");
  return Array.from({ length: count }, (_, i) => parts[i] ?? "");
};

export function revealOf(line: FeedLine): Reveal {
  const { args } = line;
  const [seats, amounts] = [numbersOf(args.seats), numbersOf(args.amounts)];
  const [nonces, commitments] = [keysOf(args.nonces, seats.length), keysOf(args.commitments, seats.length)];
  const bids = seats.map((seat, i) => ({
    seat,
    amount: amounts[i]!,
    nonce: nonces[i]!,
    commitment: commitments[i]!,
    open: commitments[i] === "",
  }));
  const most = Math.max(0, ...amounts);
  const leaders = most ? bids.filter(({ amount }) => amount === most).map(({ seat }) => seat) : [];
  return { line, auction: Number(args.auction), round: Number(args.round), bids, leaders };
}

/** The reveal of the newest move, if there was one: shown everywhere until the game goes on. */
export function newestReveal(feed: readonly FeedLine[]): Reveal | null {
  const move = feed.filter((line) => !line.undone).pop()?.move;
  const line = feed.find((one) => one.move === move && one.key === "bids_revealed" && !one.undone);
  return line ? revealOf(line) : null;
}

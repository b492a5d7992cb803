/** Bidding in secret, and what came of it: loaded with the pages of a sealed auction. */
import type { Of } from "./prompt";
import type { Reveal } from "./sealed";
import type { FeedLine, Option, SealBid, View } from "../wire";

/** What came of a round: the line that says who won, who tied, or that nobody bid. */
export const outcomeOf = (feed: readonly FeedLine[], { line }: Reveal): FeedLine | undefined =>
  feed.find((one) => one.move === line.move && ["sealed_auction_closed", "bids_tied"].includes(one.key));

/** Who paid how much in a round that somebody else won. */
export function paidForNothing(feed: readonly FeedLine[], { line }: Reveal): { seat: number; amount: number }[] {
  const same = feed.filter(({ move }) => move === line.move);
  const closed = same.find(({ key }) => key === "sealed_auction_closed");
  return same
    .filter(({ args }) => closed && ["auction_bid", "private_bid"].includes(String(args.purpose)))
    .map(({ args }) => ({ seat: Number(args.payer), amount: Number(args.amount) }))
    .filter(({ seat }) => seat !== closed?.args.seat);
}

/** What it cost to have put up what nobody bid enough for. */
export const fineOf = (feed: readonly FeedLine[], { line }: Reveal): FeedLine | undefined =>
  feed.find(({ move, args }) => move === line.move && args.purpose === "failed_auction");

/** The secret bids this page may make for a seat. */
export const sealing = (options: readonly Option[], seat: number): Of<SealBid>[] =>
  options.filter(
    (option): option is Of<SealBid> => option.command.command === "seal_bid" && option.command.seat === seat,
  );

/** Taking back the bid of a seat, as long as that is possible. */
export const takingBack = (free: readonly Option[], seat: number): Option | undefined =>
  free.find(({ command }) => command.command === "take_back_bid" && command.seat === seat);

/** What may be bid besides 0. */
export function biddable(options: readonly Of<SealBid>[]): { minimum: number; maximum: number } {
  const open = options.filter(({ refused }) => refused === null);
  const paid = open.find(({ maximum }) => (maximum ?? 0) > 0);
  return { minimum: paid?.minimum ?? 0, maximum: paid?.maximum ?? 0 };
}

/** Whom the tablet goes to next: who still has to bid and has no phone here, else anybody who has to. */
export const firstWithoutPhone = (view: View, waiting: readonly number[]): number | null =>
  waiting.find((seat) => !view.seats[seat]?.online) ?? waiting[0] ?? null;

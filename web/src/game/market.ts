/** The share market laid out for people: the cap table, what a seat may do, what the supervision's register shows. */
import { BANK } from "../net/accounts";
import { money } from "../text/words.svelte";
import type { Of } from "./prompt";
import type {
  BuyShares,
  FeedLine,
  IssuerView,
  MarketView,
  Option,
  SeatView,
  SellShares,
  ShareOffer,
  View,
} from "../wire";

/** How many shares of an issuer an account holds. */
export const held = ({ holdings }: IssuerView, holder: number): number =>
  holdings.find((one) => one.holder === holder)?.count ?? 0;

/** The same by seat: 0 where there are no shares, or nobody is chosen. */
export const heldOf = (view: View, issuer: number | null, holder: number | null): number => {
  const found = view.market?.issuers.find(({ seat }) => seat === issuer);
  return found && holder !== null ? held(found, holder) : 0;
};

/** Who has a column in the cap table: everybody still playing, then the bank. */
export const holders = (seats: readonly SeatView[]): number[] => [
  ...seats.filter(({ out }) => !out).map(({ seat }) => seat),
  BANK,
];

export type BankDeal = Of<SellShares> | Of<BuyShares>;

/** What a seat may sell to the bank, or buy from it, of an issuer. */
export const bankDeals = (free: readonly Option[], seat: number, issuer: number): BankDeal[] =>
  free.filter((option): option is BankDeal => {
    const { command } = option;
    return (
      (command.command === "sell_shares" || command.command === "buy_shares") &&
      command.seat === seat &&
      command.issuer === issuer
    );
  });

/** A report of one's own may be made at any time. */
export const filing = (free: readonly Option[], seat: number): Option | undefined =>
  free.find(({ command }) => command.command === "file_report" && command.seat === seat);

/** Most shares that an offer can be about: what its seller has. */
export const offerable = (
  market: MarketView,
  { seat, to, issuer, selling }: Pick<ShareOffer, "seat" | "to" | "issuer" | "selling">,
): number => {
  const found = market.issuers.find((one) => one.seat === issuer);
  return found ? held(found, selling ? seat : to) : 0;
};

const REGISTERED = [
  "shares_moved",
  "shares_voided",
  "shares_issued",
  "report_filed",
  "dividend_paid",
  "seat_taken_over",
];

/** What the supervision publishes: number and kind of shares, reports, dividends; never a price. */
export const register = (feed: readonly FeedLine[]): FeedLine[] =>
  feed.filter(({ key, undone }) => REGISTERED.includes(key) && !undone).reverse();

/** What a report would publish now, and what it costs if it is late. */
export const reportWords = ({ late_fine }: MarketView, { explanation }: IssuerView) => ({
  cash: money(Number(explanation.inputs.cash)),
  estate: money(Number(explanation.inputs.estate)),
  fine: money(late_fine),
});

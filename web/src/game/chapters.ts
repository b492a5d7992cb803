/** The feed as people read it: what belongs together is one entry, its payments are listed inside it. */
import { numbersOf } from "../text/lists";
import type { FeedLine } from "../wire";

export interface Chapter {
  readonly line: FeedLine;
  /** What it brought about, line by line. */
  readonly parts: readonly FeedLine[];
}

/** Which lines of the same move belong to a fact. */
const PARTS: Record<string, (head: FeedLine, line: FeedLine) => boolean> = {
  money_moved: ({ args, explanation }, line) =>
    SETTLED[String(args.purpose)]?.({ ...explanation?.inputs, ...args }, line) ?? false,
  auction_closed: ({ args }, line) =>
    (isPayment(line, "auction", "estate_auction", "building_auction") && line.args.payer === args.seat) ||
    (line.key === "deed_moved" && line.args.target === args.seat && isSold(args, line)) ||
    (line.key === "deed_mortgaged" && isSold(args, line)),
  sealed_auction_closed: ({ args }, line) =>
    (line.key === "deed_moved" && line.args.target === args.seat && isSold(args, line)) ||
    (isPayment(line, "auction_bid", "private_bid") && line.args.payer === args.seat),
  seat_bankrupted: ({ args }, line) =>
    (["deed_moved", "release_card_moved"].includes(line.key) && line.args.source === args.seat) ||
    line.key === "mortgage_lifted" ||
    (line.key === "credit_set" && line.args.seat === args.seat),
  dividend_paid: ({ args }, line) => isPayment(line, "dividend") && line.args.payer === args.seat,
  seat_taken_over: ({ args }, line) =>
    (isPayment(line, "takeover") && line.args.payer === args.seat) || isLeft(line, args.seat),
};

type Args = FeedLine["args"];

/** What a payment says already: whose the deed is now, that it is mortgaged, that money was put right. */
const SETTLED: Record<string, (args: Args, line: FeedLine) => boolean> = {
  purchase: ({ deed, payer }, { key, args }) => key === "deed_moved" && args.deed === deed && args.target === payer,
  mortgage: ({ deed }, { key, args }) => key === "deed_mortgaged" && args.deed === deed,
  redemption: ({ deed }, { key, args }) => key === "mortgage_lifted" && args.deed === deed,
  correction: (_, line) => isSilent(line),
};

/** That something was corrected, and not why: what it led to says more. */
const isSilent = ({ key, args }: FeedLine): boolean => key === "corrected" && args.reason === "";

/** One of the deeds that were auctioned. */
const isSold = ({ deed, deeds }: Args, line: FeedLine): boolean =>
  line.args.deed === deed || numbersOf(deeds).includes(Number(line.args.deed));

const isPayment = ({ key, args }: FeedLine, ...purposes: string[]): boolean =>
  key === "money_moved" && purposes.includes(String(args.purpose));

/** What somebody who is out leaves to others. */
const isLeft = ({ key, args }: FeedLine, seat: unknown): boolean =>
  (key === "shares_voided" && args.issuer === seat) ||
  (["deed_moved", "release_card_moved", "shares_moved"].includes(key) && args.source === seat);

/** Lines of one move by what they are about, none twice: what another line says already is listed inside that line. */
export function chapters(feed: readonly FeedLine[]): Chapter[] {
  const heads = feed.filter(({ key, args }) =>
    key === "money_moved" ? String(args.purpose) in SETTLED : key in PARTS,
  );
  if (!heads.length && !feed.some(isSilent)) return feed.map((line) => ({ line, parts: [] }));
  const partOf = (line: FeedLine) =>
    heads.find((head) => head.move === line.move && head !== line && PARTS[head.key]!(head, line));
  const ledTo = ({ move }: FeedLine) =>
    feed.find((line) => line.move === move && !isSilent(line) && line.key !== "turn_began" && !partOf(line));
  const headOf = (line: FeedLine) => partOf(line) ?? (isSilent(line) ? ledTo(line) : undefined);
  const owned = feed.map((line) => [line, headOf(line)] as const);
  return owned
    .filter(([, head]) => !head)
    .map(([line]) => ({ line, parts: owned.filter(([, head]) => head === line).map(([part]) => part) }));
}

/** Worth telling beside the stage, which says itself whose turn it is, what was thrown and where that led. */
export const tells = ({ undone, key, args }: FeedLine): boolean =>
  !undone &&
  key !== "dice_thrown" &&
  (key !== "turn_began" || args.by !== undefined) &&
  (key !== "piece_moved" || args.by !== "throw");

/** Of a payment who paid how much, or who got it from the bank; of an auction who won it; of anything else who did it. */
export function payment({ key, args }: FeedLine): { seat: number; amount: number } {
  if (key === "auction_closed") return { seat: Number(args.seat), amount: -Number(args.amount ?? 0) };
  if (key !== "money_moved") return { seat: Number(args.seat ?? args.target ?? -1), amount: 0 };
  const [payer, payee, amount] = [args.payer, args.payee, args.amount].map(Number) as [number, number, number];
  return payer >= 0 ? { seat: payer, amount: -amount } : { seat: payee, amount };
}

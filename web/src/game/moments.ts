/**
 * What happens rarely enough that everybody should look up: a called lot is sold, a group is complete, somebody has
 * risked something, is out, has won.
 */
import type { FeedLine, MoneyMoved, SpaceView, View } from "../wire";

export interface Left {
  readonly to: number;
  readonly money: number;
  readonly deeds: readonly number[];
}

export interface Moment {
  readonly kind: "sold" | "group" | "risk" | "bankrupt" | "left" | "taken_over" | "won";
  /** Whose moment it is. */
  readonly seat: number;
  /** Which group is complete. */
  readonly group?: string;
  /** What was rolled for it. */
  readonly faces?: readonly number[];
  /** What it came of, in the lines of the feed. */
  readonly because: readonly FeedLine[];
  /** What somebody who is out could not pay. */
  readonly due?: MoneyMoved;
  /** What somebody who is out leaves to whom. */
  readonly left?: readonly Left[];
  /** How much somebody was short of, where the bank lends what is missing and would not lend that much. */
  readonly lacking?: number;
}

const OUT: Record<string, Moment["kind"]> = { seat_bankrupted: "bankrupt", seat_taken_over: "taken_over" };

const RISKS = ["risk_gain", "risk_loss"];

/** The moments of what is new since a view, in the order in which they happened; who has won comes last. */
export function momentsOf(
  before: View,
  after: View,
  lines: readonly FeedLine[],
  spaces: readonly SpaceView[],
): readonly Moment[] {
  const outs = lines.flatMap(({ key, args, move }): Moment[] => {
    const [kind, seat] = [args.by === "leaving" ? "left" : OUT[key], Number(args.seat)];
    if (!kind) return [];
    const because = lines.filter((line) => line.move === move && isWhy(line, seat));
    const task = before.prompt?.task;
    const lent = lines.find(({ args, move: at }) => at === move && args.purpose === "credit" && args.payee === seat);
    return [
      {
        kind,
        seat,
        because,
        left: leftBy(
          seat,
          lines.filter((line) => line.move === move),
        ),
        ...(task?.task === "debt_pending" && task.due.payer === seat ? { due: remaining(task.due, because) } : {}),
        ...(kind === "bankrupt" && lent ? { lacking: Number(lent.args.amount) } : {}),
      },
    ];
  });
  const groups = lines.some(({ key }) => key === "deed_moved") ? completed(before, after, spaces) : [];
  const risks = lines.flatMap((line): Moment[] => {
    const { args, explanation } = line;
    if (line.key !== "money_moved" || !RISKS.includes(String(args.purpose)) || !explanation) return [];
    const { first = 0, second = 0 } = explanation.inputs;
    const seat = Number(args.purpose === "risk_gain" ? args.payee : args.payer);
    return [{ kind: "risk", seat, faces: [first, second], because: [line] }];
  });
  const called = before.going?.called === 2;
  const sold = lines.filter(({ key, args }) => called && key === "auction_closed" && Number(args.seat) >= 0);
  const won = lines.filter(({ key }) => key === "game_won");
  return [
    ...sold.map((line): Moment => ({ kind: "sold", seat: Number(line.args.seat), because: [line] })),
    ...risks,
    ...outs,
    ...groups,
    ...won.map(({ args }): Moment => ({ kind: "won", seat: Number(args.seat), because: [] })),
  ];
}

/** Who gets what of a seat that is out: deeds, and money of those who are taken over; the last of a debtor is a line. */
function leftBy(seat: number, lines: readonly FeedLine[]): Left[] {
  const deeds = lines.filter(({ key, args }) => key === "deed_moved" && args.source === seat);
  const paid = lines.filter(({ args }) => args.purpose === "takeover" && args.payer === seat);
  const heirs = new Set([
    ...deeds.map(({ args }) => Number(args.target)),
    ...paid.map(({ args }) => Number(args.payee)),
  ]);
  return [...heirs].map((to) => ({
    to,
    money: paid.filter(({ args }) => args.payee === to).reduce((sum, { args }) => sum + Number(args.amount), 0),
    deeds: deeds.filter(({ args }) => args.target === to).map(({ args }) => Number(args.deed)),
  }));
}

/** A debt without the last that its creditor was given for it. */
function remaining(due: MoneyMoved, paid: readonly FeedLine[]): MoneyMoved {
  const last = paid.filter(({ args }) => args.purpose === "estate" && args.payee === due.payee);
  return { ...due, amount: due.amount - last.reduce((sum, { args }) => sum + Number(args.amount), 0) };
}

/** What somebody had to pay who could not, or what became of them. */
const isWhy = ({ key, args }: FeedLine, seat: number): boolean =>
  (key === "money_moved" && args.payer === seat && args.purpose !== "takeover") ||
  (key === "seat_taken_over" && args.seat === seat);

/** Groups whose streets are one player's now and were not before. */
function completed(before: View, after: View, spaces: readonly SpaceView[]): Moment[] {
  const groups = [...new Set(spaces.map(({ group }) => group).filter(Boolean))];
  return groups.flatMap((group): Moment[] => {
    const streets = spaces.filter((space) => space.group === group).map(({ space }) => space);
    const [was, is] = [soleOwner(before, streets), soleOwner(after, streets)];
    return is !== undefined && is !== was && streets.length > 1
      ? [{ kind: "group", seat: is, group, because: [] }]
      : [];
  });
}

function soleOwner({ deeds }: View, streets: readonly number[]): number | undefined {
  const owners = streets.map((street) => deeds.find(({ deed }) => deed === street)?.owner);
  return owners.every((owner) => owner === owners[0]) ? owners[0] : undefined;
}

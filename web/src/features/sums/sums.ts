/**
 * What a child works out before it pays or is paid: a question that fits the sum, whether an answer is right, and kind
 * hints.
 */
import { steps } from "../../text/money";
import type { FeedLine, SeatView, SpaceView, Sums } from "../../wire";

export interface Reckoning {
  readonly sums: Sums;
  /** The amount; negative if the child is paid. */
  readonly cost: number;
  readonly balance: number;
  /** Notes to add up, the largest first (`round`). */
  readonly notes: readonly number[];
  /** The note that is given (`change`). */
  readonly note: number;
  readonly answer: number;
  /** What 1 stands for: where all figures are thousands, the zeros are omitted. */
  readonly unit: number;
}

/** What was paid at once, and how much there was before. */
export interface Unasked {
  readonly cost: number;
  readonly before: number;
}

export type Hint = { readonly key: string; readonly args: Record<string, number> };

/** Notes and coins where the quick steps of an amount begin with 10; elsewhere so many times as much. */
const NOTES = [500, 100, 50, 20, 10, 5, 1];
const QUICK_STEP = 10;

/** The notes of an edition, the largest first. */
export function notesOf(spaces: readonly SpaceView[]): number[] {
  const scale = Math.max(1, steps(spaces)[0]! / QUICK_STEP);
  return NOTES.map((note) => note * scale).filter(Number.isInteger);
}

/** An amount in as few notes as possible. */
export function inNotes(amount: number, notes: readonly number[]): number[] {
  const found: number[] = [];
  let rest = amount;
  for (const note of notes) for (; rest >= note; rest -= note) found.push(note);
  return rest > 0 ? [...found, rest] : found;
}

/** The smallest note that exceeds an amount, or as many of the largest as do. */
export function noteAbove(amount: number, notes: readonly number[]): number {
  const above = notes.filter((note) => note > amount).pop();
  const largest = notes[0]!;
  return above ?? (Math.floor(amount / largest) + 1) * largest;
}

const THOUSAND = 1000;

/** The question for a payment. Whoever is paid has no change to give: there it is what one has afterwards. */
export function reckoning(wanted: Sums, cost: number, balance: number, spaces: readonly SpaceView[]): Reckoning {
  const [amount, notes] = [Math.abs(cost), notesOf(spaces)];
  const sums = wanted === "change" && cost < 0 ? "exact" : wanted;
  const step = steps(spaces)[0]!;
  const round = amount < step ? amount : Math.round(amount / step) * step;
  const note = noteAbove(amount, notes);
  const answer = { round, exact: balance - cost, change: note - amount }[sums];
  const counted = sums === "round" ? inNotes(round, notes) : [];
  const shown = { round: [cost, ...counted], exact: [cost, balance], change: [cost, note] }[sums];
  const unit = step >= THOUSAND && shown.every((figure) => figure % THOUSAND === 0) ? THOUSAND : 1;
  const [less, had, given, right] = [cost / unit, balance / unit, note / unit, answer / unit];
  return { sums, cost: less, balance: had, notes: counted.map((one) => one / unit), note: given, answer: right, unit };
}

/** Payments that nobody confirms. */
const AT_ONCE = /^(rent_|card_|tax$|risk_)/;

/** The only payment among new facts, made by a child without being asked; nothing if there were others. */
export function unasked(lines: readonly FeedLine[], { seat, balance }: SeatView): Unasked | undefined {
  const own = lines.filter(({ key, args }) => key === "money_moved" && [args.payer, args.payee].includes(seat));
  const [{ args } = { args: {} as FeedLine["args"] }] = own;
  if (own.length !== 1 || args.payer !== seat || !AT_ONCE.test(String(args.purpose))) return undefined;
  const cost = Number(args.amount);
  return { cost, before: balance + cost };
}

/** Exact sums are accepted for round ones, too. */
export const isRight = ({ sums, cost, answer }: Reckoning, given: number): boolean =>
  given === answer || (sums === "round" && given === Math.abs(cost));

/** After a wrong answer: first the direction, then the way, then the solution. */
export function hintFor(asked: Reckoning, given: number, tries: number): Hint {
  if (tries >= 3) return { key: "sums.hint.solution", args: { answer: asked.answer } };
  if (tries === 1) {
    const far = Math.abs(given - asked.answer) > asked.answer / 2;
    const [more, less] = far ? ["sums.hint.far.more", "sums.hint.far.less"] : ["sums.hint.more", "sums.hint.less"];
    return { key: given < asked.answer ? more! : less!, args: {} };
  }
  return way(asked);
}

function way({ sums, cost, balance, notes, note, answer }: Reckoning): Hint {
  const amount = Math.abs(cost);
  if (sums === "round")
    return { key: "sums.hint.notes", args: { first: notes[0] ?? 0, sum: (notes[0] ?? 0) + (notes[1] ?? 0) } };
  if (sums === "change") {
    const ten = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
    const up = Math.min(note, Math.ceil(amount / ten) * ten);
    return { key: "sums.hint.change", args: { amount, up, first: up - amount, note, rest: note - up } };
  }
  const large = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  const first = Math.floor(amount / large) * large;
  const between = cost > 0 ? balance - first : balance + first;
  return {
    key: cost > 0 ? "sums.hint.less.steps" : "sums.hint.more.steps",
    args: { balance, first, between, rest: Math.abs(answer - between) },
  };
}

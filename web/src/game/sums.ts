/**
 * What a child works out before it pays or is paid: a question that fits the sum, whether an answer is right, and kind
 * hints.
 */
import { steps } from "../text/money";
import type { SpaceView, Sums } from "../wire";

export interface Reckoning {
  readonly sums: Sums;
  /** What is paid; negative if the child is paid. */
  readonly cost: number;
  readonly balance: number;
  /** Notes to be counted together, the largest first (`round`). */
  readonly notes: readonly number[];
  /** The note that is given (`change`). */
  readonly note: number;
  readonly answer: number;
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

/** As few notes as make up an amount. */
export function inNotes(amount: number, notes: readonly number[]): number[] {
  const found: number[] = [];
  let rest = amount;
  for (const note of notes) for (; rest >= note; rest -= note) found.push(note);
  return rest > 0 ? [...found, rest] : found;
}

/** The smallest note that is more than an amount, or as many of the largest as are. */
export function noteAbove(amount: number, notes: readonly number[]): number {
  const above = notes.filter((note) => note > amount).pop();
  const largest = notes[0]!;
  return above ?? (Math.floor(amount / largest) + 1) * largest;
}

/** The question for a payment. Whoever is paid has no change to give: there it is what one has afterwards. */
export function reckoning(wanted: Sums, cost: number, balance: number, spaces: readonly SpaceView[]): Reckoning {
  const [amount, notes] = [Math.abs(cost), notesOf(spaces)];
  const sums = wanted === "change" && cost < 0 ? "exact" : wanted;
  const unit = steps(spaces)[0]!;
  const round = amount < unit ? amount : Math.round(amount / unit) * unit;
  const note = noteAbove(amount, notes);
  const answer = { round, exact: balance - cost, change: note - amount }[sums];
  return { sums, cost, balance, notes: sums === "round" ? inNotes(round, notes) : [], note, answer };
}

/** Round sums are right exactly, too. */
export const isRight = ({ sums, cost, answer }: Reckoning, given: number): boolean =>
  given === answer || (sums === "round" && given === Math.abs(cost));

/** After a wrong answer: first the direction, then the way, then the solution. */
export function hintFor(asked: Reckoning, given: number, tries: number): Hint {
  if (tries >= 3) return { key: "sums.hint.solution", args: { answer: asked.answer } };
  if (tries === 1) return { key: given < asked.answer ? "sums.hint.more" : "sums.hint.less", args: {} };
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

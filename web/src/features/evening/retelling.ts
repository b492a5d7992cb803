/** The way through a game: parts fetched from the hub, and the table as it stood after each step. */
import type { Answered } from "../../net/ask";
import type { EditionView, FeedLine, FrameView, RetellingView, SeatView, View } from "../../wire";

export interface Moment {
  readonly step: number;
  readonly frame: FrameView;
  /** The lines of the step. */
  readonly lines: readonly FeedLine[];
}

type Lists = "balances" | "spaces" | "owners" | "stages";
type Marks = "out" | "jailed" | "mortgaged";
type Mutable = Record<Lists, number[]> & Record<Marks, boolean[]>;
const MARKS: readonly string[] = ["out", "jailed", "mortgaged"];

const covers = ({ first, steps }: RetellingView, step: number): boolean => first < step && step <= first + steps.length;

/** The table after a step that a part leads to. */
export function momentIn(part: RetellingView, step: number): Moment {
  const { frame } = part;
  const lists = Object.fromEntries(
    (["balances", "spaces", "owners", "stages", "out", "jailed", "mortgaged"] as const).map((name) => [
      name,
      [...frame[name]],
    ]),
  ) as unknown as Mutable;
  const taken = part.steps.slice(0, step - part.first);
  for (const { changes } of taken)
    for (const [name, place, value] of changes) {
      if (MARKS.includes(name)) lists[name as Marks][place] = value === 1;
      else lists[name as Lists][place] = value;
    }
  const last = taken[taken.length - 1];
  const { pot, on_turn, faces } = last ?? frame;
  return { step, frame: { ...lists, pot, on_turn, faces }, lines: last?.lines ?? [] };
}

/** The view that a page draws for a moment of the past: the present table with the positions of then. */
export function viewAt(view: View, { frame }: Moment): View {
  const seats = view.seats.map((seat): SeatView => ({
    ...seat,
    balance: frame.balances[seat.seat] ?? 0,
    space: frame.spaces[seat.seat] ?? 0,
    out: frame.out[seat.seat] ?? false,
    misses: frame.jailed[seat.seat] ? 0 : -1,
  }));
  const deeds = frame.owners.flatMap((owner, deed) =>
    owner < 0 ? [] : [{ deed, owner, mortgaged: frame.mortgaged[deed] ?? false, stage: frame.stages[deed] ?? 0 }],
  );
  return { ...view, seats, deeds, on_turn: frame.on_turn, pot: frame.pot, faces: frame.faces, stops: [], prompt: null };
}

/** The turn that runs at a step, from 1; 0 before the first. */
export const turnAt = (turns: readonly number[], step: number): number =>
  turns.filter((begins) => begins < step).length;

/** The step that shows how a turn begins, so many turns on from this step or back. */
export function turnFrom({ turns, count }: RetellingView, step: number, by: number): number {
  const wanted = turnAt(turns, step) + by;
  if (wanted < 1) return 1;
  return wanted > turns.length ? count : turns[wanted - 1]! + 1;
}

/** Where pieces and deeds changed in a step, to be lit on the track. */
export function touched(lines: readonly FeedLine[], edition: EditionView): number[] {
  const spaces = lines.flatMap(({ key, args }) =>
    key === "piece_moved" ? [args.space] : key === "deed_moved" || key === "stage_set" ? [args.deed] : [],
  );
  return [...new Set(spaces.map(Number))].filter((space) => space in edition.spaces);
}

/** Fetches parts that are not loaded. An undo invalidates all parts. */
export class Parts {
  private parts: RetellingView[] = [];
  private asked = new Map<number, Promise<Answered<RetellingView>>>();

  constructor(private readonly fetchPart: (step: number) => Promise<Answered<RetellingView>>) {}

  /** The part that leads to a step; parts that were fetched before are returned at once. */
  async to(step: number): Promise<Answered<RetellingView>> {
    const known = this.parts.find((part) => covers(part, step));
    if (known) return { ok: true, value: known };
    const running = this.asked.get(step) ?? this.fetchPart(step);
    this.asked.set(step, running);
    const answer = await running;
    this.asked.delete(step);
    if (answer.ok) this.keep(answer.value);
    return answer;
  }

  private keep(part: RetellingView): void {
    const last = this.parts[this.parts.length - 1];
    if (last && (last.undos !== part.undos || last.game !== part.game)) this.parts = [];
    this.parts.push(part);
  }
}

/**
 * Names of spaces on the tiles of the track: at most three short lines, broken where they are read, the letters as
 * large as they fit.
 */
import { SHORTEST, SYLLABLE, TAILS } from "./breaks";

const LARGEST = 0.2;
const LETTER = 0.6;
/** The width of some letters, relative to an ordinary one. */
const NARROW = 0.6;
const BROAD = 1.45;
const LINE = 1.15;

export interface Label {
  readonly lines: readonly string[];
  /** Letter size in units of the track. */
  readonly size: number;
}

/** How a name is laid out where `width` and `height` units are left. */
export type Labelling = (name: string, width: number, height: number) => Label;

interface Break {
  readonly at: number;
  /** A space is dropped; within a word a hyphen is added. */
  readonly gap: boolean;
  /** How readable it is: larger letters have to outweigh a bad break. */
  readonly worth: number;
}

/** The label of a name for a tile that leaves `width` and `height` units. */
export const label: Labelling = (name, width, height) => {
  let best: Label & { worth: number } = { lines: [name], size: 0, worth: 0 };
  const all = breaks(name);
  const ways = [
    [],
    ...all.map((one) => [one]),
    ...all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other])),
  ];
  for (const way of ways) {
    const lines = cut(name, way);
    const longest = Math.max(...lines.map(room));
    const size = Math.min(LARGEST, width / longest, height / (lines.length * LINE));
    const worth = way.reduce((sum, one) => sum * one.worth, size) * (1 - 0.02 * lines.length) * (1 - 0.01 * longest);
    if (worth > best.worth) best = { lines, size, worth };
  }
  return best;
};

/** How wide a line is at size 1. */
const room = (line: string): number => {
  const count = (letters: RegExp) => line.split(letters).length - 1;
  return ([...line].length + count(/[-fijlrtI ]/) * (NARROW - 1) + count(/[mwMW]/) * (BROAD - 1)) * LETTER;
};

function cut(name: string, way: readonly Break[]): string[] {
  const ends = [...way.map(({ at, gap }) => ({ at, gap })), { at: name.length, gap: true }];
  return ends.map(({ at, gap }, i) => name.slice(i ? ends[i - 1]!.at : 0, at).trim() + (gap ? "" : "-"));
}

/** Where a name may be broken, in order. */
function breaks(name: string): Break[] {
  const found: Break[] = [];
  for (const { index, 0: word } of name.matchAll(/[^\s-]+/g)) {
    if (index) found.push({ at: index, gap: true, worth: 1 });
    const tail = TAILS.find((end) => word.toLowerCase().endsWith(end) && word.length >= end.length + SHORTEST);
    const head = word.length - (tail?.length ?? 0);
    for (const { index: from, 0: part } of word.matchAll(SYLLABLE)) {
      const at = from + part.length;
      if (at >= SHORTEST && at + SHORTEST <= head) found.push({ at: index + at, gap: false, worth: 0.7 });
    }
    if (tail) found.push({ at: index + head, gap: false, worth: 0.98 });
  }
  return found;
}

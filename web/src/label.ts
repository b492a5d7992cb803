/** Names of spaces on the tiles of the track: at most two short lines, the letters as large as they fit. */

/** Where German compounds are read as two words. */
const TAILS = ["straße", "strasse", "bahnhof", "platz", "allee", "werk", "feld", "steuer", "gasse", "weg", "ring", "park", "hof"];
const ONE_LINE = 9;

export interface Label {
  readonly lines: readonly string[];
  /** Letter size in units of the track. */
  readonly size: number;
}

/** The label of a name for a tile that leaves `width` units. */
export function label(name: string, width: number): Label {
  const lines = split(name);
  const longest = Math.max(...lines.map((line) => line.length));
  return { lines, size: Math.min(0.17, width / (longest * 0.6)) };
}

export function split(name: string): string[] {
  if (name.length <= ONE_LINE) return [name];
  const gap = balanced(name);
  if (gap > 0) return [name.slice(0, gap), name.slice(gap + 1)];
  const tail = TAILS.find((end) => name.toLowerCase().endsWith(end) && name.length > end.length + 2);
  return tail ? [name.slice(0, -tail.length) + "-", name.slice(-tail.length)] : [name];
}

/** The space nearest to the middle, or -1. */
function balanced(name: string): number {
  const gaps = [...name].flatMap((letter, i) => (letter === " " ? [i] : []));
  return gaps.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0] ?? -1;
}

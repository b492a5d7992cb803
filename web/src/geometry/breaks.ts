/** Where long words may be hyphenated: browsers know that for few languages, and not for names. */

/** Where German compounds can be split. */
export const TAILS = [
  "straße",
  "strasse",
  "bahnhof",
  "platz",
  "allee",
  "werk",
  "feld",
  "steuer",
  "gasse",
  "weg",
  "ring",
  "park",
  "hof",
  "station",
  "falle",
];

/** Before the last consonant between two vowels; some consonants stay together, and more of them begin a word. */
export const SYLLABLE =
  /[aeiouyäöüı](?:[^aeiouyäöüı]+?(?=st[aeiouyäöüı])|[^aeiouyäöüı]*?(?=(?:sch|ch|ck|qu|[bdfgkptv]r|[bfgkp]l|[^aeiouyäöüı])[aeiouyäöüı]))/gi;
/** The least number of letters on either side of a break. */
export const SHORTEST = 3;
/** Words up to this long fit nearly everywhere. */
const SHORT = 6;
const SOFT_HYPHEN = "\u00ad";

/** A name with soft hyphens between syllables of long words; compounds keep short heads and their last part whole. */
export const breakable = (name: string, short = SHORT): string =>
  name.replace(/[\p{L}\p{M}]+/gu, (word) => (word.length <= short ? word : softened(word)));

/** Words of people's names up to this long go into the next line whole. */
const WHOLE = 12;
export const breakableName = (said: string): string => breakable(said, WHOLE);

function softened(word: string): string {
  const tail = TAILS.find((end) => word.toLowerCase().endsWith(end) && word.length >= end.length + SHORTEST) ?? "";
  const head = word.slice(0, word.length - tail.length);
  if (tail && head.length <= SHORT) return head + SOFT_HYPHEN + word.slice(head.length);
  const parts = head.replace(SYLLABLE, (part, from: number) => {
    const at = from + part.length;
    return at >= SHORTEST && at + SHORTEST <= head.length ? part + SOFT_HYPHEN : part;
  });
  return tail ? parts + SOFT_HYPHEN + word.slice(head.length) : parts;
}

/**
 * Texts in the reader's language. One language file is loaded at a time; a text may hold `{name}` and, for counts,
 * `{n|one thing|# things}` where the first form is for one and `#` stands for the figure.
 */
import { read, write } from "../browser/storage";
import { fetchJson } from "../net/http";
import { laterOf } from "./later";
import de from "../locales/de.json?url";
import en from "../locales/en.json?url";

export type Language = "de" | "en";
export type Texts = Record<string, string>;
export type Arguments = Record<string, string | number>;

const RETRY_MS = 2000;
/** Below this many minutes each one is shown, above it only multiples of five. */
const EACH_MINUTE = 10;
const STORED = "bankhalter.language";
const ADDRESSES: Record<Language, string> = { de, en };

let current: Language = "de";
let texts: Texts = {};
/** Whether the texts that are loaded later are here as well. */
let complete = false;
let edition = "";

/** The language of this device: the one chosen here before, or the browser's, or English. */
export function preferred(stored: string | null, browser: readonly string[]): Language {
  if (stored === "de" || stored === "en") return stored;
  const first = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "de" || tag === "en");
  return (first as Language | undefined) ?? "en";
}

export const language = (): Language => current;

/** Load a language and use it from now on; `complete` loads what no page begins with. */
export async function speak(wanted: Language): Promise<void> {
  use(wanted, await fetchJson(ADDRESSES[wanted]));
  complete = import.meta.env.DEV; // only built pages have their texts in two files
}

/** Load the rest of the texts, as soon as the hub can be reached. */
export async function completeTexts(): Promise<void> {
  while (!complete) {
    const wanted = current;
    const rest = await fetchJson<Texts>(laterOf(ADDRESSES[wanted])).catch(() => null);
    if (rest === null) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    else if (wanted === current) use(wanted, { ...texts, ...rest });
  }
}

/** Use a language whose texts are loaded. */
export function use(wanted: Language, given: Texts): void {
  current = wanted;
  texts = given;
  complete = true;
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
}

export const storedLanguage = (): string | null => read(STORED);
export const storeLanguage = (wanted: Language): void => write(STORED, wanted);

/** From now on this edition's own words replace the usual ones, where it has some. */
export const playing = (id: string): void => void (edition = id);

/** The texts of a third-party edition, by language; they never replace ours. */
let brought: Record<string, Texts> = {};
export const bring = (given: Record<string, Texts>): void => void (brought = given);

/** What a family calls groups, decks and cards on its own board; this replaces our texts in every language. */
let named: Texts = {};
export const name = (given: Texts): void => void (named = given);

const textOf = (key: string): string | undefined =>
  named[key] ?? texts[`${edition}.${key}`] ?? texts[key] ?? brought[current]?.[key];

export const has = (key: string): boolean => textOf(key) !== undefined;

/** The text for a key. A missing key is shown itself, so that gaps are noticed; as long as texts are loading, nothing is. */
export function t(key: string, args: Arguments = {}): string {
  const text = textOf(key);
  if (text === undefined) return complete ? key : "";
  return fill(text, args);
}

/** Fill the placeholders of a text. */
export function fill(text: string, args: Arguments): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (value === undefined) return "";
    if (one === undefined || many === undefined) return shown(value);
    return Number(value) === 1 ? one : many.replace("#", shown(Number(value)));
  });
}

/** What a language puts between thousands, before fractions, and before the last of two, or of more. */
const SIGNS: Record<Language, readonly [string, string, string, string]> = {
  de: [".", ",", " und ", " und "],
  en: [",", ".", " and ", ", and "],
};

/** `a, b und c` in the reader's language. */
export function listed(parts: readonly string[]): string {
  const [, , two, more] = SIGNS[current];
  const first = parts.slice(0, -1).join(", ");
  return first + (first && (parts.length > 2 ? more : two)) + parts.slice(-1).join("");
}

/**
 * A figure as written in the reader's language, with a real minus sign; words are left unchanged. By hand: the first
 * use of `Intl` costs 10 ms, a fifth of the time that a page computes until it stands.
 */
export function shown(value: string | number): string {
  if (typeof value === "string") return value;
  const [thousands, point] = SIGNS[current];
  const [whole, fraction] = String(Math.round(Math.abs(value) * 1000) / 1000).split(".");
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, thousands);
  return (value < 0 ? "\u2212" : "") + grouped + (fraction ? point + fraction : "");
}

/** Minutes, rounded to what can be known beforehand. */
export const rough = (minutes: number): number => (minutes < EACH_MINUTE ? minutes : Math.round(minutes / 5) * 5);

/** The texts as pages use them: reading one subscribes to the language, so that a change shows everywhere at once. */
import * as texts from "./i18n";
import * as figures from "./money";

let spoken = $state<texts.Language>("de");
let edition = $state("");
/** How often the rest of the texts came, and how often a board brought words of its own. */
let loaded = $state(0);
let named = $state(0);
let sign = $state("");

export async function speak(wanted: texts.Language, remember = false): Promise<void> {
  await texts.speak(wanted);
  if (remember) {
    texts.storeLanguage(wanted);
    await texts.completeTexts();
  }
  spoken = wanted;
}

/** Load what no page begins with. */
export async function completeTexts(): Promise<void> {
  await texts.completeTexts();
  loaded += 1;
}

/** Use a language whose texts are loaded (tests). */
export function use(wanted: texts.Language, given: texts.Texts): void {
  texts.use(wanted, given);
  spoken = wanted;
}

/** Use the texts of a third-party edition where we have none. */
export function bring(given: Record<string, texts.Texts>): void {
  texts.bring(given);
  named += 1;
}

/** What a family calls things on the board that is played on, and its sign for money. */
export function name(given: texts.Texts, coin: string): void {
  texts.name(given);
  sign = coin;
  named += 1;
}

/** The sign on each coin; empty for ours. */
export const moneySign = (): string => sign;

/** Use an edition's own words from now on. */
export function playing(id: string): void {
  texts.playing(id);
  edition = id;
}

export const language = (): texts.Language => spoken;

/** Who reads it writes sentences once more when other words have come. */
export const wording = (): unknown => [spoken, edition, loaded, named];

/** What is there already is not written again when the rest comes: what an edition calls otherwise came with it. */
export function t(key: string, args: texts.Arguments = {}): string {
  void [spoken, edition, named];
  if (!texts.has(key)) void loaded;
  return texts.t(key, args);
}

export function money(amount: number): string {
  void spoken;
  return figures.money(amount);
}

export function change(amount: number): string {
  void spoken;
  return figures.change(amount);
}

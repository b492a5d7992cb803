/**
 * The texts as pages use them: asking for one subscribes to the language, so that a switch shows everywhere at once.
 */
import * as texts from "./i18n";
import * as figures from "./money";

let spoken = $state<texts.Language>("de");
let edition = $state("");

export async function speak(wanted: texts.Language, remember = false): Promise<void> {
  await texts.speak(wanted);
  if (remember) texts.storeLanguage(wanted);
  spoken = wanted;
}

/** Speak a language whose texts are at hand (tests). */
export function use(wanted: texts.Language, given: texts.Texts): void {
  texts.use(wanted, given);
  spoken = wanted;
}

/** Use the own words of an edition from now on. */
export function playing(id: string): void {
  texts.playing(id);
  edition = id;
}

export const language = (): texts.Language => spoken;

export function t(key: string, args: texts.Arguments = {}): string {
  void [spoken, edition];
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

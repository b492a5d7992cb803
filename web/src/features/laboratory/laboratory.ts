/** The laboratory of the hub in words: what is played, and how long that takes. */
import { at } from "../../net/base";
import { ruleTitle } from "../../game/houseRules";
import { boardAt, boardName } from "../../text/boards";
import { listed } from "../../text/i18n";
import { t } from "../../text/words.svelte";
import type { Language } from "../../text/i18n";
import type { LabGames, LabQuestion, LabView, View } from "../../wire";

export const GAMES: readonly LabGames[] = [100, 400, 2000];

const MINUTE_S = 60;

const named = (rules: readonly string[]) => listed(rules.map((one) => t("laboratory.rule", { rule: ruleTitle(one) })));

/** What would be played with these rules if it began now. */
export function asked(view: View, rules: readonly string[]): string {
  const key = rules.length ? "laboratory.asked" : "laboratory.asked.printed";
  return t(key, { edition: boardAt(view), rules: named(rules), count: rules.length });
}

/** The house rules to choose from: those agreed on, and the others that need no figure. */
export function choices(view: View): string[] {
  const offered = view.editions.find(({ id }) => id === view.edition)?.house_rules ?? [];
  const plain = offered.filter(({ values }) => !values.length).map(({ id }) => id);
  return [...new Set([...view.house_rules, ...plain])];
}

/** What is played, or was. */
export function about(question: LabQuestion): string {
  const { edition, seats, games, house_rules } = question;
  const key = house_rules.length ? "laboratory.about" : "laboratory.about.printed";
  const said = t(key, { edition: boardName(edition), seats, games, rules: named(house_rules) });
  return question.own_tables ? `${said} ${t("laboratory.own_tables")}` : said;
}

/** How long it will take, as far as that is known. */
export function left(lab: LabView): string {
  if (lab.whole > 0 && lab.played >= lab.whole) return t("laboratory.writing");
  if (lab.left_s < 0) return t("laboratory.left.open");
  if (lab.left_s < MINUTE_S) return t("laboratory.left.soon");
  return t("laboratory.left", { minutes: Math.round(lab.left_s / MINUTE_S) });
}

/** How far it is, in hundredths. */
export const percent = (lab: LabView): number => Math.floor((100 * lab.played) / (lab.whole || 1));

/** Where the report is; a window of its own sends no key, so its name opens it. */
export const reportAddress = (name: string, language: Language): string =>
  at(`/api/laboratory?report=${encodeURIComponent(name)}&language=${language}`);

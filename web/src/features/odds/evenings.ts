/** How long evenings take, and which short ones are proposed. */
import { rough } from "../../text/i18n";
import { t } from "../../text/words.svelte";
import type { LengthView } from "../../wire";

/** The house rule by which an evening ends after so many rounds. */
export const ROUNDS = "rounds";

/** So many minutes people have on an evening. */
const EVENINGS = [30, 45, 60, 90, 120] as const;
/** An evening that takes nearly as long as the whole game is no short one. */
const SHORTER = 0.9;

/** The numbers of rounds to choose from: for each usual evening those nearest to it, and those that are agreed on. */
export function shortEvenings({ minutes, short }: LengthView, agreed: number): number[] {
  const worth = short.filter((one) => agreed > 0 || one.minutes < SHORTER * minutes);
  const near = (wanted: number) =>
    worth.reduce(
      (best, one) => (Math.abs(one.minutes - wanted) < Math.abs(best.minutes - wanted) ? one : best),
      worth[0]!,
    );
  const found = worth.length ? EVENINGS.map((wanted) => near(wanted).rounds) : [];
  return [...new Set(agreed ? [...found, agreed] : found)].sort((one, other) => one - other);
}

/** Within which bounds most evenings stay; nothing where that says no more than what is usual. */
export function mostText({ minutes_least, minutes_most }: LengthView): string {
  const [least, most] = [rough(minutes_least), rough(minutes_most)];
  return least < most ? t("length.most", { least, most }) : "";
}

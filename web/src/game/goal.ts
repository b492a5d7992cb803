/** Where an option leads a player's piece, as people say it. */
import { t } from "../text/words.svelte";
import type { EditionView, Option, View } from "../wire";

const fromOf = (view: View, { command }: Option): number => view.seats[command.seat]?.space ?? 0;

/** "over the start", where the way leads there: not for who stops at it, stays, or rides back along a side by ticket. */
export function pastText(view: View, edition: EditionView, option: Option): string {
  const { goal, command } = option;
  if (!goal || goal >= fromOf(view, option) || command.command === "use_ticket") return "";
  return t("prompt.space.past", { start: edition.spaces[0]!.name });
}

/** How far ahead it is, and whether one passes the start; which space it is, the question says. */
export function wayText(view: View, edition: EditionView, option: Option): string {
  if (option.goal === null) return "";
  const count = edition.spaces.length;
  const steps = (option.goal - fromOf(view, option) + count) % count;
  return [t("prompt.space.ahead", { steps }), pastText(view, edition, option)].filter(Boolean).join(", ");
}

/** House rules in words: a rule with a value says it. */
import { ruleParts } from "./lobby";
import { money, t } from "../text/words.svelte";

/** `20 rounds`, `Pot in the middle`. */
export function ruleTitle(agreed: string): string {
  const { id, value } = ruleParts(agreed);
  return value ? t(`house_rule.${id}.agreed`, { value: money(value) }) : t(`house_rule.${id}`);
}

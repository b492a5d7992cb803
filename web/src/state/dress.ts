/** Names, colours and the sign of money on a family's own board: instead of ours, for as long as it is played on. */
import { colourGroups } from "../browser/colours";
import { name } from "../text/words.svelte";

const NAMED = /^(group|deck|card)\./;

export function dress(own: Readonly<Record<string, string>>): void {
  const named = Object.entries(own).filter(([key]) => NAMED.test(key));
  name(Object.fromEntries(named), own["money.sign"] ?? "");
  colourGroups(own);
}

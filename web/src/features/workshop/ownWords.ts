/** Names, colours and the money sign of a family's own board, which replace ours while it is played. */
import { colourGroups } from "../../browser/colours";
import { name } from "../../text/words.svelte";

const NAMED = /^(group|deck|card)\./;

export function useOwnWords(own: Readonly<Record<string, string>>): void {
  const named = Object.entries(own).filter(([key]) => NAMED.test(key));
  name(Object.fromEntries(named), own["money.sign"] ?? "");
  colourGroups(own);
}

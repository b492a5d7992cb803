/** Lists of the feed: its items stand between commas. */
import type { Value } from "../wire";

export const listOf = (value: Value | undefined): string[] =>
  value === undefined || value === "" ? [] : String(value).split(",");
export const numbersOf = (value: Value | undefined): number[] => listOf(value).map(Number);

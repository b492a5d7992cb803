/** What would be wise, laid out for people: whole games of a hundred. */
import type { AdvisedAnswer } from "../../wire";

/** Of a hundred games: how many are won, the bounds, and those of the other side of a trade. */
export interface Games {
  readonly games: number;
  readonly low: number;
  readonly high: number;
  readonly others: number;
}

const hundred = (share: number): number => Math.round(share * 100);

export const games = ({ odds, low, high, odds_other }: AdvisedAnswer): Games => ({
  games: hundred(odds),
  low: hundred(low),
  high: hundred(high),
  others: hundred(odds_other),
});

/** Who is winning, laid out for people: whole percent. */
import type { OutlookView } from "../../wire";

/** In percent: the chance, and the bounds it lies within. */
export interface Chance {
  readonly percent: number;
  readonly low: number;
  readonly high: number;
}

const percent = (share: number | undefined): number => Math.round((share ?? 0) * 100);

/** The chance of a seat, null until it is known. */
export const chance = ({ odds, low, high }: OutlookView, seat: number): Chance | null =>
  odds.length ? { percent: percent(odds[seat]), low: percent(low[seat]), high: percent(high[seat]) } : null;

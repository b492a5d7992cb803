/** Money as text: whole units of the edition, never a currency glyph. Callers draw the coin next to it. */
import { shown } from "./i18n";
import type { SpaceView } from "../wire";

/** `1500` -> `1.500` (de) or `1,500` (en); zero has no sign. */
export const money = (amount: number): string => shown(amount || 0);

/** A change of a balance: `+200`, `−140`. */
export function change(amount: number): string {
  return amount > 0 ? "+" + money(amount) : money(amount);
}

/** The surcharge on an amount, in percent; half a unit is rounded up. */
export const onTop = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

/** The amount, limited to the bounds; missing bounds do not limit it. */
export function within(amount: number, minimum: number | null, maximum: number | null): number {
  const least = minimum ?? Number.NEGATIVE_INFINITY;
  const most = maximum ?? Number.POSITIVE_INFINITY;
  return Math.max(least, Math.min(most, amount));
}

/** Whether an amount is inside the bounds and a multiple of the step. */
export const fits = (amount: number, minimum: number | null, maximum: number | null, step: number): boolean =>
  amount % step === 0 && amount === within(amount, minimum, maximum);

/**
 * How far the quick steps of an amount go: 10, 50 and 100 where the cheapest deed costs 60, and as much elsewhere. The
 * first is `least` where less would be no step.
 */
export function steps(spaces: readonly SpaceView[] = [], least = 1): number[] {
  const prices = spaces.flatMap(({ price }) => (price > 0 ? [price] : []));
  const wanted = prices.length ? Math.max(1, Math.min(...prices) / 6) : 10;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const unit = power * (wanted >= 5 * power ? 5 : wanted >= 2 * power ? 2 : 1);
  return least > 1 && least < unit ? [least, unit, 10 * unit] : [unit, 5 * unit, 10 * unit];
}

/**
 * One more key of the keypad: digits append, `back` takes the last one away. Longer than seven digits is no amount of
 * ours.
 */
export function typed(digits: string, key: string): string {
  if (key === "back") return digits.slice(0, -1);
  const next = (digits === "0" ? "" : digits) + key;
  return next.length > 7 ? digits : next;
}

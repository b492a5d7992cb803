/**
 * What moves on a screen that all look at, and what they look up for; loaded where there is one, or where tones are made.
 */
import { momentsOf } from "../game/moments";
import { walk } from "../geometry/track";
import { chord, pay, sing, step } from "../browser/tones";
import { FLIGHT_MS, isRoll, STAGGER_MS, TUMBLE_MS, type Flight, type News, type Pace } from "./news";
import type { FeedLine, SpaceView, View } from "../wire";

/** The same news, with its moments. */
export const withMoments = (fresh: News, before: View | null, after: View, spaces: readonly SpaceView[]): News =>
  before && fresh.lines.length ? { ...fresh, moments: momentsOf(before, after, fresh.lines, spaces) } : fresh;

/** What moves with these lines, on a track of so many spaces. */
export function paceOf(before: View | null, after: View, lines: readonly FeedLine[], spaces: number): Pace {
  const rolls = lines.some(isRoll);
  const moved = lines.filter(({ key, args }) => key === "piece_moved" && args.by !== "correction");
  const walks = after.seats.flatMap((seat, i) => {
    const from = before?.seats[i]?.space ?? seat.space;
    if (from === seat.space || seat.out || !moved.some(({ args }) => args.seat === i)) return [];
    return [walk(from, seat.space, spaces, seat.misses < 0)];
  });
  const [longest] = walks.sort((one, other) => other.ms - one.ms);
  return {
    steps: longest?.stepping ? longest.spaces.length - 1 : 0,
    ms: Math.max(rolls ? TUMBLE_MS : 0, longest?.ms ?? 0),
  };
}

/** When money leaves players and when it comes to them, in ms from now: coin by coin, as it flies. */
export function tolls(flights: readonly Flight[]): { paid: number[]; got: number[] } {
  const timed = flights.map(({ payer, payee }, i) => ({ payer, payee, at: i * STAGGER_MS }));
  return {
    paid: timed.filter(({ payer }) => payer >= 0).map(({ at }) => at),
    got: timed.filter(({ payee }) => payee >= 0).map(({ at }) => at + FLIGHT_MS),
  };
}

/** The sounds for what happened, once dice and pieces have stopped. */
export function heard({ lines, flights }: News): void {
  sing(lines.filter((line) => !isRoll(line)));
  const { paid, got } = tolls(flights);
  pay(paid, got);
}

/** The sounds while they move. */
export function heardMoving({ lines }: News, { steps, ms }: Pace): void {
  sing(lines.filter(isRoll));
  step(steps, ms);
}

export const heardGroup = (): void => chord();

/** Whether this device makes sounds now. */
export const greet = (): void => pay([], [0]);

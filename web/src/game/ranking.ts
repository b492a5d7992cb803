/** The ranking, as far as everybody may know it. */
import { t } from "../text/words.svelte";
import type { SeatView, View } from "../wire";

/** The final assets of each seat, in games with a limited number of rounds. */
export const reckoned = ({ feed }: View): Map<number, number> =>
  new Map(
    feed
      .filter(({ key, undone }) => key === "assets_reckoned" && !undone)
      .map(({ args }) => [Number(args.seat), Number(args.total)]),
  );

/** Who has won, and where rounds were counted after how many. */
export const wonText = (view: View): string =>
  t(!reckoned(view).size ? "table.over" : view.round > 1 ? "table.over.rounds" : "table.over.richest", {
    name: view.seats[view.winner]?.name ?? "?",
    rounds: view.round,
  });

/** Who is out went with one of these; where the history does not go back so far, before all others. */
const GONE = ["seat_bankrupted", "seat_taken_over"];

/**
 * The winner first, then by what they had, then those who are out, the last of them first; before the end everybody in
 * the order of the table.
 */
export function ranked(view: View): readonly SeatView[] {
  if (view.phase !== "over") return view.seats;
  const totals = reckoned(view);
  const worth = (seat: SeatView): number => totals.get(seat.seat) ?? seat.balance;
  const rank = (seat: SeatView): number => (seat.seat === view.winner ? 0 : seat.out ? 2 : 1);
  const gone = ({ seat }: SeatView): number =>
    view.feed.findIndex(({ key, args, undone }) => GONE.includes(key) && args.seat === seat && !undone);
  return [...view.seats].sort(
    (one, other) => rank(one) - rank(other) || worth(other) - worth(one) || gone(other) - gone(one),
  );
}

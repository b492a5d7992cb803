/** A player who comes to a deed for sale and is not asked, because only somebody else may buy it. */
import { claimHolder, visitors } from "./claims";
import type { EditionView, SeatView, SpaceView, View } from "../wire";

/** Who came last to a space that another alone may still buy, as long as they stand there. */
export interface Turned {
  readonly visitor: SeatView;
  readonly holder: SeatView;
  readonly space: SpaceView;
  /** Who was there before and gets what the purchase brings, or the visitor. */
  readonly paid: SeatView;
}

export function turnedAway(view: View, edition: EditionView): Turned | undefined {
  const moved = view.feed.filter(({ key, undone }) => key === "piece_moved" && !undone).pop();
  const visitor = view.seats[Number(moved?.args.seat ?? -1)];
  const space = edition.spaces[visitor?.space ?? -1];
  const holder = space && claimHolder(view, edition, space);
  if (!visitor || !holder || holder === visitor) return undefined;
  return { visitor, holder, space, paid: visitors(view, holder.seat, [space.space])[0] ?? visitor };
}

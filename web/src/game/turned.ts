/** A player who comes to a deed and is asked nothing: they may not buy it, or its owner in jail gets no rent. */
import { claimHolder, visitors } from "./claims";
import type { EditionView, SeatView, SpaceView, View } from "../wire";

/** Who came last to such a deed, as long as they stand there. */
export interface Turned {
  readonly visitor: SeatView;
  readonly space: SpaceView;
  /** Who alone may still buy it, and who gets what that brings: who was there before, or the visitor. */
  readonly claim?: { readonly holder: SeatView; readonly paid: SeatView };
  /** What keeps the visitor from it, if it is nobody's claim. */
  readonly why?: "owed" | "second";
  /** Who owns it and sits in jail. */
  readonly jailed?: SeatView;
}

export function turnedAway(view: View, edition: EditionView): Turned | undefined {
  const moved = view.feed.filter(({ key, undone }) => key === "piece_moved" && !undone).pop();
  const visitor = view.seats[Number(moved?.args.seat ?? -1)];
  const space = edition.spaces[visitor?.space ?? -1];
  if (!moved || moved.args.by === "correction" || !visitor || !space?.price) return undefined;
  const owner = view.seats[view.deeds.find(({ deed }) => deed === space.space)?.owner ?? -1];
  if (owner) {
    const paid = view.feed.some(({ move, args }) => move === moved.move && String(args.purpose).startsWith("rent_"));
    return owner !== visitor && owner.misses >= 0 && !paid ? { visitor, space, jailed: owner } : undefined;
  }
  const holder = claimHolder(view, edition, space);
  if (holder && holder !== visitor) {
    const paid = visitors(view, holder.seat, [space.space])[0] ?? visitor;
    return { visitor, space, claim: { holder, paid } };
  }
  if (visitor.owed) return { visitor, space, why: "owed" };
  const first = space.commission && !holder && unfinished(view, edition, visitor.seat);
  return first ? { visitor, space, why: "second" } : undefined;
}

/** Whether a seat has a single deed of a group that can be claimed: until it has two, it buys into no other. */
function unfinished({ deeds }: View, { spaces }: EditionView, seat: number): boolean {
  const groups = deeds
    .filter(({ deed, owner }) => owner === seat && spaces[deed]!.commission)
    .map(({ deed }) => spaces[deed]!.group);
  return groups.some((group) => groups.indexOf(group) === groups.lastIndexOf(group));
}

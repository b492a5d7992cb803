/**
 * Claims: the owner of a deed of a group has the sole right to the rest of it, where deeds have a commission; and what
 * comes of that.
 */
import type { Street } from "./buildings";
import type { Of } from "./prompt";
import type { BuyRemote, EditionView, Option, SeatView, SpaceView, View } from "../wire";

/** Who claims a deed that is still for sale. */
export function claimHolder(
  view: View,
  edition: EditionView,
  { space, group, commission }: SpaceView,
): SeatView | undefined {
  if (!commission || view.deeds.some(({ deed }) => deed === space)) return undefined;
  return view.seats[view.deeds.find(({ deed }) => edition.spaces[deed]!.group === group)?.owner ?? -1];
}

/** What a seat alone may still buy. */
export const claimed = (view: View, edition: EditionView, seat: number): SpaceView[] =>
  edition.spaces.filter((space) => claimHolder(view, edition, space)?.seat === seat);

/** Who else stands on one of these spaces, in the order in which they came. */
export const visitors = ({ seats }: View, seat: number, spaces: readonly number[]): SeatView[] =>
  seats
    .filter((one) => one.seat !== seat && !one.out && spaces.includes(one.space))
    .sort((a, b) => a.arrived - b.arrived);

/** The remote purchases on offer. */
export const purchases = (free: readonly Option[]): Of<BuyRemote>[] =>
  free.filter((option): option is Of<BuyRemote> => option.command.command === "buy_remote");

/** What comes on top of the printed price when one builds from afar: the commission, until it is paid. */
export const onTop = (streets: readonly Street[]): number =>
  Math.max(0, ...streets.map(({ space, up }) => (space.commission && up ? up.cost - space.house_price : 0)));

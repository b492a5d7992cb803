/** Where a piece is drawn: where the rules say, or where readers see it while it stands on a wrong space. */
import type { SeatView, View } from "../wire";

export function whereItStands({ board: { wrong } }: View, { seat, space }: SeatView): number {
  return wrong?.seat === seat && wrong.found !== null ? wrong.found : space;
}

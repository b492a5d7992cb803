/** Groups of deeds. */
import type { DeedView, EditionView } from "../wire";

/** How many deeds of a group there are, and how many of them a seat has. */
export function share(
  group: string,
  seat: number,
  deeds: readonly DeedView[],
  edition: EditionView,
): { have: number; all: number } {
  const all = edition.spaces.filter((space) => space.group === group);
  const mine = all.filter(({ space }) => deeds.some(({ deed, owner }) => deed === space && owner === seat));
  return { have: mine.length, all: all.length };
}

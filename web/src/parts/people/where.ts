/** Where somebody is, in a word: the space under their piece, or why they stand still. */
import { breakable } from "../../geometry/breaks";
import { table } from "../../state/table.svelte";
import { spaceName } from "../../text/sentences";
import { t } from "../../text/words.svelte";
import type { SeatView } from "../../wire";

export function whereText(seat: SeatView): string {
  if (seat.out) return t(seat.home ? "table.home" : "table.out");
  if (seat.misses >= 0) return t("table.in_jail");
  if (seat.skips) return t("table.skips", { count: seat.skips });
  return table.scene ? breakable(spaceName(table.scene, seat.space)) : "";
}

import { whereText } from "../../parts/people/where";
import { t } from "../../text/words.svelte";
import type { SeatView, View } from "../../wire";

/** In an auction, who leads, still bids or has dropped out; else where somebody is. */
export function biddingText(view: View, seat: SeatView): string {
  const task = view.prompt?.task;
  if (seat.out || task?.task !== "auction_running") return whereText(seat);
  if (seat.seat === task.leader) return t("auction.leads");
  if (task.bidders.includes(seat.seat)) return t("auction.in");
  // For a scarce building only those bid who want one: of the others nobody knows who ever did.
  return task.lot.lot === "building_lot" ? whereText(seat) : t("auction.out");
}

/** What somebody may do now besides answering, in few words: for people who do not know the game yet. */
import { listed } from "../text/i18n";
import { money, t } from "../text/words.svelte";
import type { EditionView, SeatCommand, View } from "../wire";

/** What answers a question or an offer says so itself, and that a report may be filed at any time is no news. */
type Answering =
  | ("throw" | "advance" | "draw" | "buy" | "decline" | "place_bid" | "pass_bid" | "keep_mortgage" | "want_buildings")
  | ("place_building" | "finish_placing" | "accept_trade" | "decline_trade" | "withdraw_trade" | "take_ticket")
  | ("take_money" | "go_to_cards" | "use_ticket" | "keep_ticket" | "choose_space" | "catch_up" | "pay_debt")
  | ("declare_bankruptcy" | "seal_bid" | "abstain_bid" | "stay_in_jail" | "end_turn" | "show_interest")
  | ("accept_shares" | "decline_shares" | "withdraw_shares" | "demand_report" | "file_report")
  | ("set_maximum" | "take_back_maximum" | "take_back_bid" | "buy_remote" | "leave_game");

/** What else there is to be done, by command; a command that is neither here nor an answer is a type error. */
const CALLED: Readonly<Record<Exclude<SeatCommand["command"], Answering>, string>> = {
  build: "build",
  buy_shares: "shares",
  sell_shares: "shares",
  offer_shares: "shares",
  auction_deed: "auction_deed",
  sell_deed: "sell_deed",
  ask_rent: "ask_rent",
  redeem: "redeem",
  sell_building: "sell",
  sell_group: "sell",
  mortgage: "mortgage",
  pay_bail: "out",
  use_release_card: "out",
  offer_trade: "trade",
};
/** What a newcomer looks for first comes first. */
const ORDER = [
  ...["build", "ask_rent", "trade", "shares", "out", "redeem"],
  ...["auction_deed", "sell_deed", "sell", "mortgage"],
];

/** Somebody has something to trade: money alone is not traded for money. */
const tradable = ({ deeds, seats }: View, edition: EditionView | null): boolean =>
  (edition?.goods ?? []).some((good) =>
    good === "deeds" ? deeds.length > 0 : seats.some(({ release_cards: cards }) => cards.length > 0),
  );

/** What a seat may do besides answering, as people say it, the most promising first. */
export function canDo(view: View, edition: EditionView | null, seat: number): string[] {
  const least = new Map<string, number>();
  for (const { command, refused, cost } of view.free) {
    const called = (CALLED as Record<string, string | undefined>)[command.command];
    if (!called || command.seat !== seat || refused !== null) continue;
    least.set(called, Math.min(cost, least.get(called) ?? cost));
  }
  if (view.trade && tradable(view, edition) && !view.seats[seat]?.out) least.set("trade", 0);
  if (!view.seats[seat]?.out && view.market?.open && seat === view.on_turn) least.set("shares", 0);
  return [...least]
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([called, cost]) => t(`can.${called}`, { amount: money(cost) }))
    .filter(Boolean);
}

/** The same as a sentence, about the reader or about somebody else; empty if there is nothing. */
export function canText(view: View, edition: EditionView | null, seat: number): string {
  const what = listed(canDo(view, edition, seat));
  if (!what) return "";
  return view.you === seat ? t("can.you", { what }) : t("can.they", { name: view.seats[seat]?.name ?? "?", what });
}

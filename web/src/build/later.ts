import en from "../locales/en.json" with { type: "json" };

/**
 * Texts that no page begins with, by how their keys begin: built into a file of their own, which is fetched once
 * the page stands: windows that are opened, other pages, questions that few games put, why something is refused, and what
 * cards tell. What an edition calls otherwise comes when its usual name does: nobody reads that first.
 */
const LATER: Record<string, string> = {
  "": `
    about advice amount auction.in auction.out award away bedtime board bot build building camera can card club confirm correct credit
    deeds device dice evening explanation export fault foreign going hall hotspot house_rule kind laboratory length
    market maximum moment named no_auctions notice nowhere outlook pause phone phones print program raise reason
    rebuild remote rent_requests retell risk sealed seats shelf shut sit stickers sums then tour trade twin want wayout wifi
    workshop
  `,
  command: `
    accept_shares buy_shares catch_up choose_space decline_shares demand_report file_report go_to_cards
    keep_ticket leave_game offer_shares place_building sell_shares show_interest take_money take_ticket use_ticket
    want_buildings withdraw_shares
  `,
  fact: `
    assets_reckoned bail_deferred bail_demanded bid_abstained bid_sealed bid_taken_back bidder_short.building
    bids_revealed bids_tied buildings_granted credit_set debt_set_off dividend_paid end_agreed interest_shown
    jail_turn_waited piece_moved.triple purchase_proposed remotely_bought remotely_built rent_asked
    rent_requestable rent_spared report_filed report_owed round_played sealed_auction_closed
    sealed_auction_opened sealed_auction_voided seat_bankrupted seat_taken_over share_offer_closed shares_issued
    shares_moved shares_offered shares_voided stop_passed ticket_moved ticket_taken ticket_used tickets_lost
    wishes_lapsed
  `,
  lobby: `
    join.address join.addresses join.firewall join.look join.nowhere join.others join.stuck join.trouble join.wifi
    piece.random print
  `,
  menu: "camera export freeze group help new_game phones restart_turn seats",
  play: "bot join.waiting leave out phones place tip won",
  prompt: "space type.die type.missing type.send type.title",
  purpose: `
    auction_bid building_auction card_great_repairs card_per_stage commission credit dividend estate estate_auction
    failed_auction gift guide_price late_report mortgage_interest private_bid protection repayment risk_gain risk_loss
    share_purchase share_sale share_trade takeover trade_protection
  `,
  table: "again cash home feed.all feed.filter feed.older feed.parts over ranking undo.sure undo.to undo.yes",
  task: `
    build_pending bus_pending catch_up_pending debt_pending.hint gift_pending interest_pending
    mortgage_choice_pending opening_throw_pending.detail.tie placing_pending rent_throw_pending second_move_open
    shortage_open shortage_pending space_pending throw_again_pending ticket_pending
  `,
};
const BEGINNINGS = Object.entries(LATER).flatMap(([first, rest]) =>
  (rest.match(/\S+/g) ?? []).map((word) => (first ? `${first}.${word}` : word)),
);

const EDITIONS = Object.keys(en).flatMap((key) => /^edition\.(\w+)$/.exec(key)?.[1] ?? []);
const EDITION = new RegExp(`^(${EDITIONS.join("|")})\\.`);

export function isLater(key: string): boolean {
  const usual = key.replace(EDITION, "");
  return BEGINNINGS.some((begin) => usual === begin || usual.startsWith(`${begin}.`));
}

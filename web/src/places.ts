/**
 * Where on the pages each question is put and each command is given: the contract between the rules and the pages.
 * `tests/web_contract/test_screens.py` compares it with what the engine asks and offers in any edition (one entry a
 * line, please), `places.test.ts` with what a phone really lets one do. Nothing of it is loaded by a page.
 */
import type { SeatCommand, Task } from "./wire";

export type Name = SeatCommand["command"];

/** The part that puts a question; null where nobody is asked. */
export const QUESTIONS: Readonly<Record<Task["task"], string | null>> = {
  opening_throw_pending: "parts/Prompt.svelte",
  throw_pending: "parts/Prompt.svelte",
  throw_again_pending: "parts/Prompt.svelte",
  advance_pending: "parts/Prompt.svelte",
  draw_pending: "parts/Prompt.svelte",
  buy_pending: "parts/Prompt.svelte",
  build_pending: "parts/Build.svelte",
  auction_running: "parts/Bid.svelte",
  sealed_auction_running: "parts/sealed/Sealed.svelte",
  rent_throw_pending: "parts/Prompt.svelte",
  debt_pending: "parts/Raise.svelte",
  mortgage_choice_pending: "parts/Prompt.svelte",
  shortage_pending: "parts/Want.svelte",
  shortage_open: null,
  placing_pending: "parts/Placing.svelte",
  second_move_open: null,
  bus_pending: "parts/Prompt.svelte",
  gift_pending: "parts/Prompt.svelte",
  ticket_pending: "parts/Going.svelte",
  space_pending: "parts/Going.svelte",
  catch_up_pending: "parts/Raise.svelte",
  interest_pending: "parts/Prompt.svelte",
};

/** The part in which a command answers a question. */
export const ANSWERS: Readonly<Partial<Record<Name, string>>> = {
  throw: "parts/Prompt.svelte",
  advance: "parts/OptionButton.svelte",
  draw: "parts/OptionButton.svelte",
  buy: "parts/OptionButton.svelte",
  decline: "parts/OptionButton.svelte",
  build: "parts/BuildRow.svelte",
  place_bid: "parts/Bid.svelte",
  pass_bid: "parts/Bid.svelte",
  seal_bid: "parts/sealed/SecretBid.svelte",
  abstain_bid: "parts/sealed/Sealed.svelte",
  pay_bail: "parts/OptionButton.svelte",
  stay_in_jail: "parts/OptionButton.svelte",
  end_turn: "parts/OptionButton.svelte",
  use_release_card: "parts/OptionButton.svelte",
  redeem: "parts/OptionButton.svelte",
  keep_mortgage: "parts/OptionButton.svelte",
  want_buildings: "parts/Want.svelte",
  place_building: "parts/Placing.svelte",
  finish_placing: "parts/OptionButton.svelte",
  take_ticket: "parts/OptionButton.svelte",
  take_money: "parts/OptionButton.svelte",
  go_to_cards: "parts/OptionButton.svelte",
  use_ticket: "parts/Going.svelte",
  keep_ticket: "parts/OptionButton.svelte",
  choose_space: "parts/Going.svelte",
  catch_up: "parts/OptionButton.svelte",
  pay_debt: "parts/OptionButton.svelte",
  declare_bankruptcy: "parts/OptionButton.svelte",
  show_interest: "parts/OptionButton.svelte",
};

/** The part in which a command is offered beside the question. */
export const BESIDE: Readonly<Partial<Record<Name, string>>> = {
  buy_remote: "parts/remote/Purchases.svelte",
  build: "parts/BuildRow.svelte",
  sell_building: "parts/BuildRow.svelte",
  sell_group: "parts/Raise.svelte",
  sell_deed: "parts/DeedRow.svelte",
  mortgage: "parts/DeedRow.svelte",
  redeem: "parts/DeedRow.svelte",
  auction_deed: "parts/sealed/PutUp.svelte",
  ask_rent: "parts/Claims.svelte",
  sell_shares: "parts/market/BankDeal.svelte",
  buy_shares: "parts/market/BankDeal.svelte",
  take_back_bid: "parts/sealed/TakeBack.svelte",
  pay_bail: "parts/WayOut.svelte",
  use_release_card: "parts/WayOut.svelte",
  file_report: "parts/market/MarketNotes.svelte",
};

/** The part in which people put a command together themselves, or answer each other. */
export const WINDOWS: Readonly<Partial<Record<Name, string>>> = {
  offer_trade: "parts/TradeDialog.svelte",
  accept_trade: "parts/Offers.svelte",
  decline_trade: "parts/Offers.svelte",
  withdraw_trade: "parts/Offers.svelte",
  offer_shares: "parts/market/OfferForm.svelte",
  accept_shares: "parts/market/ShareOffers.svelte",
  decline_shares: "parts/market/ShareOffers.svelte",
  withdraw_shares: "parts/market/ShareOffers.svelte",
  demand_report: "parts/market/Issuer.svelte",
};

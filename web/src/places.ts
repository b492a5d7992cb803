/**
 * Where on the pages each question is put and each command is given: the contract between the rules and the pages.
 * `tests/web_contract/test_screens.py` compares it with what the engine asks and offers in any edition (one entry a
 * line, please), `places.test.ts` with what a phone really lets one do. Nothing of it is loaded by a page.
 */
import type { SeatCommand, Task } from "./wire";

export type Name = SeatCommand["command"];

/** The part that puts a question; null where nobody is asked. */
export const QUESTIONS: Readonly<Record<Task["task"], string | null>> = {
  opening_throw_pending: "parts/prompt/AskThrow.svelte",
  throw_pending: "parts/prompt/AskThrow.svelte",
  throw_again_pending: "parts/prompt/AskThrow.svelte",
  advance_pending: "parts/prompt/AnswerButtons.svelte",
  draw_pending: "parts/prompt/AnswerButtons.svelte",
  buy_pending: "parts/prompt/AnswerButtons.svelte",
  build_pending: "parts/deeds/Build.svelte",
  auction_running: "parts/prompt/Bid.svelte",
  sealed_auction_running: "parts/sealed/Sealed.svelte",
  rent_throw_pending: "parts/prompt/AskThrow.svelte",
  debt_pending: "parts/prompt/Raise.svelte",
  mortgage_choice_pending: "parts/prompt/AnswerButtons.svelte",
  shortage_pending: "parts/prompt/Want.svelte",
  shortage_open: null,
  placing_pending: "parts/prompt/Placing.svelte",
  second_move_open: null,
  bus_pending: "parts/prompt/AnswerButtons.svelte",
  gift_pending: "parts/prompt/AnswerButtons.svelte",
  ticket_pending: "parts/prompt/Going.svelte",
  space_pending: "parts/prompt/Going.svelte",
  catch_up_pending: "parts/prompt/Raise.svelte",
  interest_pending: "parts/prompt/AnswerButtons.svelte",
};

/** The part in which a command answers a question. */
export const ANSWERS: Readonly<Partial<Record<Name, string>>> = {
  throw: "parts/prompt/AskThrow.svelte",
  advance: "parts/controls/OptionButton.svelte",
  draw: "parts/controls/OptionButton.svelte",
  buy: "parts/controls/OptionButton.svelte",
  decline: "parts/controls/OptionButton.svelte",
  build: "parts/deeds/BuildRow.svelte",
  place_bid: "parts/prompt/Bid.svelte",
  pass_bid: "parts/prompt/Bid.svelte",
  seal_bid: "parts/sealed/SecretBid.svelte",
  abstain_bid: "parts/sealed/Sealed.svelte",
  pay_bail: "parts/controls/OptionButton.svelte",
  stay_in_jail: "parts/controls/OptionButton.svelte",
  end_turn: "parts/controls/OptionButton.svelte",
  use_release_card: "parts/controls/OptionButton.svelte",
  redeem: "parts/controls/OptionButton.svelte",
  keep_mortgage: "parts/controls/OptionButton.svelte",
  want_buildings: "parts/prompt/Want.svelte",
  place_building: "parts/prompt/Placing.svelte",
  finish_placing: "parts/controls/OptionButton.svelte",
  take_ticket: "parts/controls/OptionButton.svelte",
  take_money: "parts/controls/OptionButton.svelte",
  go_to_cards: "parts/controls/OptionButton.svelte",
  use_ticket: "parts/prompt/Going.svelte",
  keep_ticket: "parts/controls/OptionButton.svelte",
  choose_space: "parts/prompt/Going.svelte",
  catch_up: "parts/controls/OptionButton.svelte",
  pay_debt: "parts/controls/OptionButton.svelte",
  declare_bankruptcy: "parts/controls/OptionButton.svelte",
  show_interest: "parts/controls/OptionButton.svelte",
};

/** The part in which a command is offered besides the question. */
export const BESIDE: Readonly<Partial<Record<Name, string>>> = {
  buy_remote: "parts/remote/Purchases.svelte",
  build: "parts/deeds/BuildRow.svelte",
  sell_building: "parts/deeds/BuildRow.svelte",
  sell_group: "parts/prompt/Raise.svelte",
  sell_deed: "parts/deeds/DeedRow.svelte",
  mortgage: "parts/deeds/DeedRow.svelte",
  redeem: "parts/deeds/DeedRow.svelte",
  auction_deed: "parts/sealed/PutUp.svelte",
  ask_rent: "parts/deeds/RentRequests.svelte",
  sell_shares: "parts/market/BankDeal.svelte",
  buy_shares: "parts/market/BankDeal.svelte",
  take_back_bid: "parts/sealed/TakeBack.svelte",
  set_maximum: "parts/auction/Maximum.svelte",
  take_back_maximum: "parts/auction/Maximum.svelte",
  pay_bail: "parts/prompt/WayOut.svelte",
  use_release_card: "parts/prompt/WayOut.svelte",
  file_report: "parts/market/MarketNotes.svelte",
};

/** The part in which people put a command together themselves, or answer each other. */
export const WINDOWS: Readonly<Partial<Record<Name, string>>> = {
  offer_trade: "parts/trade/TradeDialog.svelte",
  accept_trade: "parts/trade/Offers.svelte",
  decline_trade: "parts/trade/Offers.svelte",
  withdraw_trade: "parts/trade/Offers.svelte",
  offer_shares: "parts/market/OfferForm.svelte",
  accept_shares: "parts/market/ShareOffers.svelte",
  decline_shares: "parts/market/ShareOffers.svelte",
  withdraw_shares: "parts/market/ShareOffers.svelte",
  demand_report: "parts/market/Issuer.svelte",
  leave_game: "screens/table/Seats.svelte",
};

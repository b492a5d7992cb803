"""Why a command is refused: an answer to a player, which changes nothing and is never logged as an error."""

from enum import StrEnum
from typing import final

from msgspec import Struct


class Reason(StrEnum):
    """Keys of the rules' refusals; the sentences are in the web locales (`reason.<key>`).

    Refusals by the table for other reasons are `TableReason`s (`hub.table.wire.refusals`).
    """

    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    GAME_OVER = "game_over"
    NOT_IN_EDITION = "not_in_edition"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_OUT = "seat_out"
    SEATS_OUT_OF_RANGE = "seats_out_of_range"
    DECK_INCOMPLETE = "deck_incomplete"
    NOT_NOW = "not_now"
    NOT_ASKED = "not_asked"
    DICE_WRONG = "dice_wrong"
    NO_SUCH_CARD = "no_such_card"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_ENOUGH_MONEY = "not_enough_money"
    BEYOND_MEANS = "beyond_means"
    BID_TOO_LOW = "bid_too_low"
    BID_NOT_A_MULTIPLE = "bid_not_a_multiple"
    MONEY_NOT_A_MULTIPLE = "money_not_a_multiple"
    ALREADY_LEADING = "already_leading"
    NOT_IN_JAIL = "not_in_jail"
    IN_JAIL = "in_jail"
    JUST_RELEASED = "just_released"
    NO_RELEASE_CARD = "no_release_card"
    NO_TICKET = "no_ticket"
    OTHER_SIDE = "other_side"
    NO_RENT_OPEN = "no_rent_open"
    NO_SUCH_DEED = "no_such_deed"
    NOT_OWNER = "not_owner"
    DEED_SOLD = "deed_sold"
    GROUP_CLAIMED = "group_claimed"
    OTHER_GROUPS_FIRST = "other_groups_first"
    NO_CLAIM = "no_claim"
    NO_VISITOR = "no_visitor"
    JUST_BOUGHT = "just_bought"
    ALREADY_MORTGAGED = "already_mortgaged"
    NOT_MORTGAGED = "not_mortgaged"
    GROUP_BUILT = "group_built"
    GROUP_INCOMPLETE = "group_incomplete"
    GROUP_MORTGAGED = "group_mortgaged"
    FULLY_BUILT = "fully_built"
    NOT_BUILT = "not_built"
    UNEVEN = "uneven"
    NO_STOCK = "no_stock"
    TOO_MANY_BUILDINGS = "too_many_buildings"
    NO_PLACE = "no_place"
    OTHER_BUILDING = "other_building"
    BUILDINGS_CONTESTED = "buildings_contested"
    MUST_PLACE = "must_place"
    OWES_NOTHING = "owes_nothing"
    HOUSE_RULES_DIFFER = "house_rules_differ"
    TABLES_DIFFER = "tables_differ"
    OWES_MONEY = "owes_money"
    MONEY_CAN_BE_RAISED = "money_can_be_raised"
    TRADE_EMPTY = "trade_empty"
    TRADE_ONLY_MONEY = "trade_only_money"
    TRADE_WITH_ONESELF = "trade_with_oneself"
    TRADE_TWICE = "trade_twice"
    RELEASE_CARD_KEPT = "release_card_kept"
    OFFER_GONE = "offer_gone"
    NO_SUCH_SPACE = "no_such_space"
    NO_SUCH_STAGE = "no_such_stage"
    AMOUNT_UNFIT = "amount_unfit"
    DEED_UNSOLD = "deed_unsold"
    NOTHING_TO_CORRECT = "nothing_to_correct"
    TEXT_UNFIT = "text_unfit"
    ALREADY_BID = "already_bid"
    NO_BID_MADE = "no_bid_made"
    TOO_MANY_SHARES = "too_many_shares"
    NO_SHARES_HELD = "no_shares_held"
    OWN_SHARES = "own_shares"
    REPORT_OWED_ALREADY = "report_owed_already"


@final
class Rejected(Struct, frozen=True):
    """A command was refused because of `reason`; `details` are the figures in the sentence."""

    reason: Reason
    details: dict[str, int | str] = {}

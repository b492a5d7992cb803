"""Why a command is refused: an answer to a player, which changes nothing and is never logged as an error."""

from enum import StrEnum
from typing import final

from msgspec import Struct

Reason = StrEnum(
    "Reason",
    """
    NOT_STARTED ALREADY_STARTED GAME_OVER NOT_IN_EDITION
    SEATS_OUT_OF_RANGE DECK_INCOMPLETE HOUSE_RULES_DIFFER TABLES_DIFFER
    NO_SUCH_SEAT SEAT_OUT NOT_NOW NOT_ASKED NOT_YOUR_TURN DICE_WRONG NO_SUCH_CARD NO_SUCH_SPACE OTHER_SIDE
    NOT_ENOUGH_MONEY BEYOND_MEANS OWES_MONEY OWES_NOTHING MONEY_CAN_BE_RAISED MONEY_NOT_A_MULTIPLE NO_RENT_OPEN
    BID_TOO_LOW BID_NOT_A_MULTIPLE ALREADY_LEADING ALREADY_BID NO_BID_MADE
    NOT_IN_JAIL IN_JAIL JUST_RELEASED NO_RELEASE_CARD RELEASE_CARD_KEPT NO_TICKET
    NO_SUCH_DEED NOT_OWNER DEED_SOLD DEED_UNSOLD ALREADY_MORTGAGED NOT_MORTGAGED
    GROUP_CLAIMED OTHER_GROUPS_FIRST NO_CLAIM NO_VISITOR JUST_BOUGHT
    GROUP_BUILT GROUP_INCOMPLETE GROUP_MORTGAGED FULLY_BUILT NOT_BUILT UNEVEN NO_SUCH_STAGE
    NO_STOCK TOO_MANY_BUILDINGS NO_PLACE OTHER_BUILDING BUILDINGS_CONTESTED MUST_PLACE
    TRADE_EMPTY TRADE_ONLY_MONEY TRADE_WITH_ONESELF TRADE_TWICE OFFER_GONE
    TOO_MANY_SHARES NO_SHARES_HELD OWN_SHARES REPORT_OWED_ALREADY
    AMOUNT_UNFIT TEXT_UNFIT NOTHING_TO_CORRECT
    """,
)
"""Keys of the rules' refusals, in small letters; the sentences are in the web locales (`reason.<key>`).

Refusals by the table for other reasons are `TableReason`s (`hub.table.wire.refusals`).
"""


@final
class Rejected(Struct, frozen=True):
    """A command was refused because of `reason`; `details` are the figures in the sentence."""

    reason: Reason
    details: dict[str, int | str] = {}

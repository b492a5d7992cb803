"""Reasons for refusing requests, of table and server; the sentences are in the web locales (`reason.<key>`)."""

from enum import StrEnum
from typing import TypeGuard

from msgspec import Struct

from hub.table.wire.contract import Value


class TableReason(StrEnum):
    """Reasons in addition to those of the rules (`hub.rules.reasons.Reason`)."""

    STALE = "stale"
    NO_GAME = "no_game"
    GAME_RUNNING = "game_running"
    GAME_DAMAGED = "game_damaged"
    NO_SUCH_GAME = "no_such_game"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_PHONE = "no_such_phone"
    NO_SUCH_NAME = "no_such_name"
    SAT_TOGETHER = "sat_together"
    NO_SUCH_EDITION = "no_such_edition"
    FOREIGN_EDITION = "foreign_edition"
    BROKEN_EDITION = "broken_edition"
    NO_SUCH_HOUSE_RULE = "no_such_house_rule"
    HOUSE_RULES_CONTRADICT = "house_rules_contradict"
    TABLE_FULL = "table_full"
    DOOR_SHUT = "door_shut"
    TOO_FEW_SEATS = "too_few_seats"
    TOO_MANY_SEATS = "too_many_seats"
    NAME_UNFIT = "name_unfit"
    NAME_TAKEN = "name_taken"
    COLOUR_TAKEN = "colour_taken"
    SHAPE_TAKEN = "shape_taken"
    TAG_TAKEN = "tag_taken"
    TAG_RANDOM = "tag_random"
    STICKER_TAKEN = "sticker_taken"
    STICKER_UNKNOWN = "sticker_unknown"
    PIECE_AT_REST = "piece_at_rest"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    FROZEN = "frozen"
    PUT_BACK = "put_back"
    PIECES_MISSING = "pieces_missing"
    OUTLOOK_OFF = "outlook_off"
    OUTLOOK_DECLINED = "outlook_declined"
    ADVICE_OFF = "advice_off"
    NO_UPDATE = "no_update"
    NO_LAB = "no_lab"
    LAB_RUNNING = "lab_running"
    NOT_SIMULATED = "not_simulated"
    NOT_STORED = "not_stored"
    INTERNAL_ERROR = "internal_error"
    BAD_REQUEST = "bad_request"
    ID_USED = "id_used"
    NOT_ALLOWED = "not_allowed"
    WRONG_PIN = "wrong_pin"
    WRONG_CODE = "wrong_code"
    TOO_MANY_PHONES = "too_many_phones"
    MANY_KNOCK = "many_knock"
    BIDS_LIE = "bids_lie"
    TOO_MANY_TRIES = "too_many_tries"
    TOO_FAST = "too_fast"
    NO_IMAGE = "no_image"
    NO_TOOLS = "no_tools"


class Refusal(Struct, frozen=True):
    """A request was refused because of `reason`; `details` are figures for the sentence."""

    reason: str
    details: dict[str, int | str] = {}


def refusal(reason: TableReason, **details: int | str) -> Refusal:
    return Refusal(reason, details)


def is_unstored(refused: Refusal | None) -> TypeGuard[Refusal]:
    """Whether this is a refusal because something could not be made durable."""
    return refused is not None and refused.reason == TableReason.NOT_STORED


class Ack(Struct, frozen=True):
    """The answer to a request: done, or the reason for refusing it (a key) with figures.

    `version` is that of the view which shows the effect.
    """

    id: str
    ok: bool
    version: int
    reason: str | None = None
    details: dict[str, Value] = {}

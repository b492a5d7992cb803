"""Why the server itself refuses; the sentences are in the web locales (`reason.<key>`), like those of the table."""

from __future__ import annotations

from enum import StrEnum


class ServerReason(StrEnum):
    """Keys besides those of `hub.table.wire.refusals.TableReason`."""

    WRONG_PIN = "wrong_pin"
    WRONG_CODE = "wrong_code"
    TOO_MANY_PHONES = "too_many_phones"
    MANY_KNOCK = "many_knock"
    BIDS_LIE = "bids_lie"
    TOO_MANY_TRIES = "too_many_tries"
    TOO_FAST = "too_fast"
    NO_IMAGE = "no_image"
    NO_TOOLS = "no_tools"


class WorkshopReason(StrEnum):
    """Why the workshop refuses what a page asks of it."""

    NO_DESIGN = "no_design"
    FULL = "workshop_full"
    FAULTS = "workshop_faults"
    TOO_LARGE = "workshop_too_large"
    NO_CELL = "workshop_no_cell"
    TEXT = "workshop_text"
    PICTURE = "workshop_picture"
    NO_BOARD = "workshop_no_board"
    NO_TABLES = "workshop_no_tables"
    NEWER = "workshop_newer"
    NO_BASE = "workshop_no_base"
    NO_PRINT = "workshop_no_print"
    NO_ROOM = "workshop_no_room"
    NO_LETTER = "workshop_no_letter"


class Unprintable(Exception):
    """It cannot be printed; `reason` says why, `text` what is in the way, if anything."""

    def __init__(self, reason: WorkshopReason, text: str = "") -> None:
        super().__init__(reason)
        self.reason, self.text = reason, text

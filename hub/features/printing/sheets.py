"""A design on paper: the sheets of `bankhalter print` as one PDF, for the page."""

from __future__ import annotations

from collections.abc import Sequence

from hub.pictures.drawings import NoPicture
from hub.rules.slots import Rules
from hub.server.reasons import Unprintable, WorkshopReason
from hub.words import Language, Words


def sheets_of(rules: Rules, language: Language, sheets: Sequence[str]) -> bytes:
    try:
        from hub.features.printing.booklet import booklet
        from hub.features.printing.edition import Printed
        from hub.features.printing.paper import DoesNotFit, NotInPrint
    except ModuleNotFoundError as missing:
        raise Unprintable(WorkshopReason.NO_PRINT) from missing
    try:
        return booklet(Printed(rules, Words(language)), sheets)
    except DoesNotFit as text:
        raise Unprintable(WorkshopReason.NO_ROOM, str(text)) from text
    except NotInPrint as letter:
        raise Unprintable(WorkshopReason.NO_LETTER, str(letter)) from letter
    except NoPicture as wrong:
        raise Unprintable(WorkshopReason.PICTURE) from wrong

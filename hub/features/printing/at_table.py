"""What printing does at a table: gives the sheets of each edition on offer, as `bankhalter print` makes them."""

from collections.abc import Sequence
from enum import StrEnum

from flask import Response

from hub.composition.table import AtTable, OpenTable
from hub.features.printing.named import USUAL
from hub.pictures.drawings import NoPicture
from hub.rules.slots import Rules
from hub.server.http.answers import HttpRefused, Routes, asked_language, asked_sheets, attached
from hub.table.wire.audience import TableReason
from hub.words import Language, Words


class PrintReason(StrEnum):
    """Why something is not printed; in a design the workshop says the same."""

    NO_PRINT = "workshop_no_print"
    NO_ROOM = "workshop_no_room"
    NO_LETTER = "workshop_no_letter"
    PICTURE = "workshop_picture"


def sheets_of(rules: Rules, language: Language, sheets: Sequence[str]) -> bytes:
    """The sheets of an edition, or of a design, as one PDF. Raises HttpRefused."""
    try:
        from hub.features.printing.booklet import booklet
        from hub.features.printing.edition import Printed
        from hub.features.printing.paper import DoesNotFit, NotInPrint
    except ModuleNotFoundError as missing:
        raise _refused(PrintReason.NO_PRINT) from missing
    try:
        return booklet(Printed(rules, Words(language)), sheets)
    except DoesNotFit as text:
        raise _refused(PrintReason.NO_ROOM, str(text)) from text
    except NotInPrint as letter:
        raise _refused(PrintReason.NO_LETTER, str(letter)) from letter
    except NoPicture as wrong:
        raise _refused(PrintReason.PICTURE) from wrong


def _refused(reason: PrintReason, text: str = "") -> HttpRefused:
    return HttpRefused(reason, 409, {"text": text})


def at_table(opened: OpenTable) -> AtTable:
    """The route `/api/print/EDITION.pdf?language=&sheets=`; the editions are those in the lobby, with their names."""
    limits = opened.setting.limits
    routes = Routes("printing", limits.exports_per_minute, "an edition could not be printed", opened.access)

    @routes.get("/api/print/<edition>.pdf")
    def printed(edition: str) -> Response:
        rules, language = opened.table.past().editions.get(edition), asked_language()
        if rules is None:
            raise HttpRefused(TableReason.BAD_REQUEST)
        content = sheets_of(rules, language, asked_sheets(USUAL))
        return attached(content, "application/pdf", f"bankhalter-{rules.id}-{language}.pdf")

    return AtTable(routes=[routes])

"""What printing does at a table: gives the sheets of each edition on offer."""

from __future__ import annotations

from flask import Blueprint, Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.printing.named import USUAL
from hub.features.printing.sheets import sheets_of
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, attached, audience_of_request, refused
from hub.server.limits import Limits
from hub.server.reasons import Unprintable
from hub.table.table import Table
from hub.table.wire.refusals import TableReason
from hub.words import LANGUAGES

PDF = "application/pdf"


def printing(table: Table, access: Access, limits: Limits) -> Blueprint:
    """The route `/api/print/EDITION.pdf?language=&sheets=`; the editions are those in the lobby, with their names."""
    routes = Blueprint("printing", __name__)
    throttled = Throttled(limits.exports_per_minute, "an edition could not be printed")

    @routes.get("/api/print/<edition>.pdf")
    def printed(edition: str) -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        rules = table.past().editions.get(edition)
        language = next((known for known in LANGUAGES if known == request.args.get("language")), None)
        sheets = request.args.get("sheets", "").split(",")
        if rules is None or language is None or not set(sheets) <= set(USUAL) or len(set(sheets)) < len(sheets):
            return refused(TableReason.BAD_REQUEST, 400)

        def made() -> Response:
            try:
                return attached(sheets_of(rules, language, sheets), PDF, f"bankhalter-{rules.id}-{language}.pdf")
            except Unprintable as why:
                return refused(why.reason, 409, {"text": why.text})

        return throttled.answer(made)

    return routes


def at_table(opened: OpenTable) -> AtTable:
    return AtTable(routes=[printing(opened.table, opened.access, opened.setting.limits)])

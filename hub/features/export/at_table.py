"""What the export does at a table: the banker downloads the game as a workbook (`web/src/features/export`)."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.export.formats import workbook as workbook_of
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, attached, audience_of_request, refused
from hub.server.limits import Limits
from hub.table.game.live import Played
from hub.table.table import Table
from hub.table.wire.refusals import TableReason
from hub.words import LANGUAGES

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook(table: Table, access: Access, limits: Limits) -> Blueprint:
    """The route `/api/export.xlsx`. `?language=` is that of the page, the key is sent as `Authorization: Bearer`."""
    routes = Blueprint("workbook", __name__)
    throttled = Throttled(limits.exports_per_minute, "a game could not be exported")

    @routes.get("/api/export.xlsx")
    def exported() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        language = next((known for known in LANGUAGES if known == request.args.get("language")), None)
        if language is None:
            return refused(TableReason.BAD_REQUEST, 400)
        return throttled.of_game(table, lambda played: attached(workbook_of(played, language), XLSX, _name(played)))

    return routes


def _name(played: Played) -> str:
    day = datetime.fromtimestamp(played.record.started_ms / 1_000).date().isoformat()
    return f"bankhalter-{day}.xlsx"


def at_table(opened: OpenTable) -> AtTable:
    return AtTable(routes=[workbook(opened.table, opened.access, opened.setting.limits)])

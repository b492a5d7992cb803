"""What the export does at a table: the banker downloads the game as a workbook (`web/src/features/export`)."""

from datetime import datetime

from flask import Response

from hub.composition.table import AtTable, OpenTable
from hub.features.export.book import exported
from hub.server.http.answers import Routes, asked_language, attached, game_at
from hub.spreadsheet import XLSX


def at_table(opened: OpenTable) -> AtTable:
    routes = Routes("workbook", opened.setting.limits.exports_per_minute, "a game could not be exported", opened.access)

    @routes.get("/api/export.xlsx")
    def asked() -> Response:
        language, played = asked_language(), game_at(opened.table)
        day = datetime.fromtimestamp(played.record.started_ms / 1_000).date().isoformat()
        return attached(exported(played, language), XLSX, f"bankhalter-{day}.xlsx")

    return AtTable(routes=[routes])

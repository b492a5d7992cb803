"""The game at the table as a workbook to download, for the banker. The page asks for it in `web/src/download.ts`.

Like a socket, a request is the banker's by its key, or by coming from the hub's own computer without one.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime

from flask import Blueprint, Response, request

from hub.export.book import book_of
from hub.export.words import LANGUAGES
from hub.export.xlsx import as_xlsx
from hub.server.access import BANKER, Access
from hub.server.asking import asking, refused
from hub.server.downloads import attached
from hub.server.limits import Bucket, Limits
from hub.server.ports import TablePort
from hub.server.reasons import ServerReason
from hub.table.refusals import TableReason

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
log = logging.getLogger(__name__)


def exporting(table: TablePort, access: Access, limits: Limits) -> Blueprint:
    """The route `/api/export.xlsx`. `?language=` is that of the page, the key is sent as `Authorization: Bearer`."""
    routes = Blueprint("exporting", __name__)
    bucket = Bucket(limits.exports_per_minute / 60, limits.exports_per_minute)
    turn = threading.Lock()  # one workbook at a time: they are made in memory, and the table must stay quick

    @routes.get("/api/export.xlsx")
    def workbook() -> Response:
        if asking(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        language = next((known for known in LANGUAGES if known == request.args.get("language")), None)
        if language is None:
            return refused(TableReason.BAD_REQUEST, 400)
        if not bucket.take():
            return refused(ServerReason.TOO_FAST, 429)
        played = table.played()
        if played is None:
            return refused(TableReason.NO_GAME, 404)
        try:
            with turn:
                content = as_xlsx(book_of(played, language))
        except Exception:
            log.exception("a game could not be exported")
            return refused(TableReason.INTERNAL_ERROR, 500)
        day = datetime.fromtimestamp(played.record.started_ms / 1_000).date().isoformat()
        return attached(content, XLSX, f"bankhalter-{day}.xlsx")

    return routes

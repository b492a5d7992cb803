"""What the help file does at a table: it is made when the banker asks, and the transcript of the board is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from flask import Blueprint, Response, request

from hub.composition.table import AtTable, OpenTable
from hub.diagnostics.redaction import Redaction
from hub.features.helpfile import contents
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, attached, audience_of_request, refused
from hub.server.limits import Limits
from hub.table.interfaces.storage import now_ms
from hub.table.table import Table
from hub.table.wire.refusals import TableReason

NAMES = {"yes": True, "no": False}


def helpfile(
    table: Table,
    access: Access,
    limits: Limits,
    version: str,
    redaction: Redaction,
    noted: Callable[[], Sequence[str]],
) -> Blueprint:
    """The route. `noted` gives the end of the log."""
    routes = Blueprint("helpfile", __name__)
    throttled = Throttled(limits.exports_per_minute, "a help file could not be made")

    @routes.get("/api/helpfile.zip")
    def answered() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        names = NAMES.get(request.args.get("names", ""))
        if names is None:
            return refused(TableReason.BAD_REQUEST, 400)

        def packed() -> Response:
            from hub.features.helpfile.contents import HelpFileContents, archive  # here, since few evenings need help

            made_at_ms, notice = now_ms(), table.view(BANKER).notice
            damage = () if notice is None else (f"the last move could not be stored: {notice}",)  # nor the log, perhaps
            found = HelpFileContents(
                version, made_at_ms, table.played(), table.transcript(), table.device(), noted(), damage
            )
            moment = datetime.fromtimestamp(made_at_ms / 1_000)
            content = archive(found, redaction, names=names)
            return attached(content, "application/zip", f"bankhalter-help-{moment:%Y-%m-%d-%H%M}.zip")

        return throttled.answer(packed)

    return routes


def at_table(opened: OpenTable) -> AtTable:
    """Its route; the transcript is stored once the table is closed."""
    setting = opened.setting
    opened.afterwards.callback(lambda: contents.store(setting.folder, setting.board.transcript()))
    redaction = Redaction(setting.secrets.server_secret, setting.secrets.banker_pin)
    redaction.also(opened.access.all_codes)
    made = helpfile(opened.table, opened.access, setting.limits, setting.version, redaction, setting.log_lines)
    return AtTable(routes=[made])

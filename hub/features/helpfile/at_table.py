"""What the help file does at a table: it is made when the banker asks, and the transcript of the board is stored."""

from datetime import datetime

from flask import Response, request

from hub.composition.table import AtTable, OpenTable
from hub.diagnostics.redaction import Redaction
from hub.features.helpfile.contents import HelpFileContents, archive, store
from hub.server.access.keys import BANKER
from hub.server.http.answers import HttpRefused, Routes, attached
from hub.table.interfaces.storage import now_ms
from hub.table.wire.audience import TableReason

NAMES = {"yes": True, "no": False}


def at_table(opened: OpenTable) -> AtTable:
    """The route `/api/helpfile.zip?names=`; the transcript is stored once the table is closed."""
    setting, table = opened.setting, opened.table
    opened.afterwards.callback(lambda: store(setting.folder, setting.board.transcript()))
    redaction = Redaction(setting.secrets.server_secret, setting.secrets.banker_pin)
    redaction.also(opened.access.all_codes)
    routes = Routes("helpfile", setting.limits.exports_per_minute, "a help file could not be made", opened.access)

    @routes.get("/api/helpfile.zip")
    def packed() -> Response:
        names = NAMES.get(request.args.get("names", ""))
        if names is None:
            raise HttpRefused(TableReason.BAD_REQUEST)
        made_at_ms, notice = now_ms(), table.view(BANKER).notice
        damage = () if notice is None else (f"the last move could not be stored: {notice}",)  # nor the log, perhaps
        found = HelpFileContents(
            setting.version, made_at_ms, table.played(), table.transcript(), table.device(), setting.log_lines(), damage
        )
        moment = datetime.fromtimestamp(made_at_ms / 1_000)
        content = archive(found, redaction, names=names)
        return attached(content, "application/zip", f"bankhalter-help-{moment:%Y-%m-%d-%H%M}.zip")

    return AtTable(routes=[routes])

"""What the help file does at a table: it is made when the banker asks, and the transcript of the board is stored."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.diagnostics.redaction import Redaction
from hub.features.helpfile import transcript
from hub.features.helpfile.routes import helpfile


def at_table(opened: OpenTable) -> AtTable:
    """Its route; the transcript is stored once the table is closed."""
    setting = opened.setting
    opened.afterwards.callback(lambda: transcript.store(setting.folder, setting.board.transcript()))
    redaction = Redaction(setting.secrets.server_secret, setting.secrets.banker_pin)
    redaction.also(opened.access.all_codes)
    made = helpfile(opened.table, opened.access, setting.limits, setting.version, redaction, setting.log_lines)
    return AtTable(routes=[made])

"""The page at a table that speaks https itself; a club has it before its tables."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.trust.routes import trust


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    secure = setting.alone and setting.listener.scheme == "https"
    return AtTable(routes=[trust(setting.folder)] if secure else [])

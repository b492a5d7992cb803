"""The page at a table that speaks https itself; a club has it before its tables."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    if not setting.alone or setting.listener.scheme != "https":
        return AtTable()
    from hub.features.trust.routes import trust  # needs what only --tls installs

    return AtTable(routes=[trust(setting.folder)])

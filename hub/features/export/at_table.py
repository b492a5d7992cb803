"""What the export does at a table: gives the game as a workbook."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.export.routes import workbook


def at_table(opened: OpenTable) -> AtTable:
    return AtTable(routes=[workbook(opened.table, opened.access, opened.setting.limits)])

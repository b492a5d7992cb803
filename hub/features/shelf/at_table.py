"""What the shelf does at a table: shows the games that are stored there, and gives them as files."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.shelf.routes import shelf


def at_table(opened: OpenTable) -> AtTable:
    """Its routes."""
    return AtTable(routes=[shelf(opened.table, opened.access, opened.setting.limits)])

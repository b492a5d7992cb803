"""What printing does at a table: gives the sheets of each edition on offer."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.printing.routes import printing


def at_table(opened: OpenTable) -> AtTable:
    """Its route."""
    return AtTable(routes=[printing(opened.table, opened.access, opened.setting.limits)])

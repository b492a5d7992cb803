"""What bedtime does at a table: a clock that waits for it."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.bedtime.clock import BedtimeDesk, BedtimeThread


def at_table(opened: OpenTable) -> AtTable:
    return AtTable(workers=[BedtimeThread(opened.table.desk(BedtimeDesk))])

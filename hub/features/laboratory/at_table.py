"""What the laboratory does at a table: plays when the banker asks, and shows its report."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.laboratory.desk import LabDesk
from hub.features.laboratory.routes import laboratory
from hub.features.laboratory.thread import LabThread

FOLDER = "laboratory"


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    thread = LabThread(opened.table.desk(LabDesk), setting.folder / FOLDER, opened.pace.turn_s)
    return AtTable(routes=[laboratory(setting.limits, thread.page)], workers=[thread])

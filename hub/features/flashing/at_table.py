"""What flashing does at a table: it gives the file that makes a node of a bare Pico."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.flashing.renewing import node_file
from hub.features.flashing.routes import firmware

FOLDER = "images"


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    made = node_file((setting.shared or setting.folder) / FOLDER)
    return AtTable(routes=[firmware(opened.access, setting.limits, made)])

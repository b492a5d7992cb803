"""What the camera does at a table: its page, and what looks through it if the board is one that a camera sees."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.camera.page import page
from hub.features.camera.switch import CameraSwitch


def at_table(opened: OpenTable) -> AtTable:
    """Its routes and its worker."""
    setting, pages = opened.setting, page(opened.setting.pages)
    if not isinstance(setting.board, CameraSwitch):
        return AtTable(routes=[pages])
    from hub.features.camera.begun import begun

    routes, worker = begun(opened)
    return AtTable(routes=[pages, routes], workers=[worker])

"""What the camera does at a table: its page, and what is looked through it if the board is one that a camera sees."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.features.camera.board import CameraBoard
from hub.features.camera.eyes import Eyes
from hub.features.camera.routes import camera_routes, page
from hub.features.camera.seeing import Camera, CameraThread


def at_table(opened: OpenTable) -> AtTable:
    """Its routes and its worker."""
    board, pages = opened.setting.board, page(opened.setting.pages)
    if not isinstance(board, CameraBoard):
        return AtTable(routes=[pages])
    camera = Camera(opened.table, board, Eyes(board.source))
    return AtTable(routes=[pages, camera_routes(camera, opened.access)], workers=[CameraThread(camera)])

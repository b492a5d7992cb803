"""The camera of a table, with all that it needs; loaded only where the board is one that a camera sees."""

from __future__ import annotations

from flask import Blueprint

from hub.composition.table import OpenTable
from hub.features.camera.board import CameraBoard
from hub.features.camera.eyes import Eyes
from hub.features.camera.routes import camera_routes
from hub.features.camera.seeing import Camera, CameraThread


def begun(opened: OpenTable) -> tuple[Blueprint, CameraThread]:
    """Its routes and its worker."""
    board = opened.setting.board
    assert isinstance(board, CameraBoard)
    camera = Camera(opened.table, board, Eyes(board.source), opened.setting.folder)
    return camera_routes(camera, opened.access), CameraThread(camera)

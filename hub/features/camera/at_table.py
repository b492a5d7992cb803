"""What the camera does at a table: its page, and what looks through it if the board is one that a camera sees."""

from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from hub.composition.table import AtTable, OpenTable
from hub.features.camera.switch import CameraSwitch
from hub.server.http.pages import screen_in

ALLOWED: Final = "camera=(self), microphone=(), geolocation=(), usb=(), serial=(), payment=()"
"""Only this page may ask for a camera."""


def at_table(opened: OpenTable) -> AtTable:
    setting, pages = opened.setting, page(opened.setting.pages)
    if not isinstance(setting.board, CameraSwitch):
        return AtTable(routes=[pages])
    from hub.features.camera.routes import begun

    routes, worker = begun(opened)
    return AtTable(routes=[pages, routes], workers=[worker])


def page(folder: Path) -> Blueprint:
    """The page `/camera`, also at tables without a camera, where it says how to get one."""
    routes = Blueprint("camera page", __name__)

    @routes.get("/camera")
    def index() -> Response:
        answer = screen_in(folder)
        answer.headers["Permissions-Policy"] = ALLOWED
        return answer

    return routes

"""The page `/camera`, also at tables without a camera, where it says how to get one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from hub.server.http.pages import screen_in

ALLOWED: Final = "camera=(self), microphone=(), geolocation=(), usb=(), serial=(), payment=()"
"""Only this page may ask for a camera."""


def page(folder: Path) -> Blueprint:
    """The route."""
    routes = Blueprint("camera page", __name__)

    @routes.get("/camera")
    def index() -> Response:
        answer = screen_in(folder)
        answer.headers["Permissions-Policy"] = ALLOWED
        return answer

    return routes

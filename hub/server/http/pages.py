"""Serves the built pages. Registered by `hub.server.app`."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

SCREEN = "<any(table, play, tv, device, rules, story):screen>"
A_YEAR_S = 31_536_000


def pages(folder: Path) -> Blueprint:
    """The screens, all of them one page, and the files it loads."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    @routes.get(f"/{SCREEN}")
    @routes.get(f"/{SCREEN}/<path:rest>")
    def index(screen: str = "table", rest: str = "") -> Response:
        return _uncached(_read(folder, "index.html"))

    @routes.get("/assets/<path:name>")
    def asset(name: str) -> Response:
        answer = _read(folder / "assets", name, max_age=A_YEAR_S)
        answer.cache_control.public, answer.cache_control.immutable = True, True
        return answer

    @routes.get("/<name>")
    def file(name: str) -> Response:
        return _uncached(_read(folder, name))

    return routes


def _read(folder: Path, name: str, max_age: int | None = None) -> Response:
    """A file, read at once: one that is read while it is sent stays open when its browser goes away midway."""
    answer = send_from_directory(folder, name, max_age=max_age)
    answer.direct_passthrough = False
    answer.get_data()
    answer.close()
    return answer


def _uncached(answer: Response) -> Response:
    """Kept, but asked about each time: a new version of the hub shows its new pages at once."""
    answer.headers["Cache-Control"] = "no-cache"
    return answer

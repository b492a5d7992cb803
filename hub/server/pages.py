"""Serves the built pages, and says on every answer what a browser may do with it. Registered by `hub.server.app`."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, abort, request, send_from_directory

SCREENS = ("table", "play", "tv", "device", "rules", "story")
A_YEAR_S = 31_536_000


def pages(folder: Path) -> Blueprint:
    """The screens, all of them one page, and the files it loads."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    @routes.get("/<any(table, play, tv, device, rules, story):screen>")
    @routes.get("/<any(table, play, tv, device, rules, story):screen>/<path:rest>")
    def index(screen: str = "table", rest: str = "") -> Response:
        return _uncached(send_from_directory(folder, "index.html"))

    @routes.get("/assets/<path:name>")
    def asset(name: str) -> Response:
        answer = send_from_directory(folder / "assets", name, max_age=A_YEAR_S)
        answer.cache_control.public, answer.cache_control.immutable = True, True
        return answer

    @routes.get("/<name>")
    def file(name: str) -> Response:
        if not (folder / name).is_file():
            abort(404)
        return _uncached(send_from_directory(folder, name))

    return routes


def secure(app: Flask) -> None:
    """Headers of every answer: nothing but our own scripts, styles and connections, and no frames around us."""

    @app.after_request
    def headers(answer: Response) -> Response:
        answer.headers["Content-Security-Policy"] = _policy()
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["X-Frame-Options"] = "DENY"
        answer.headers["Referrer-Policy"] = "no-referrer"
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return answer


def _policy() -> str:
    """The host was let through by the gate; old Safari does not take 'self' for WebSockets."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self' data:",
            "manifest-src 'self'",
            f"connect-src 'self' ws://{request.host} wss://{request.host}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _uncached(answer: Response) -> Response:
    """Kept, but asked about each time: a new version of the hub shows its new pages at once."""
    answer.headers["Cache-Control"] = "no-cache"
    return answer

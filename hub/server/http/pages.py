"""Serves the built pages, each file in the smallest form that the browser accepts. Registered by `hub.server.site`.

The build has compressed them already (`web/src/build/compressed.ts`): here nothing is compressed while somebody waits.
"""

from collections.abc import Iterable
from pathlib import Path

from flask import Blueprint, Response, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

SCREENS = ("table", "play", "tv", "rules", "device")
"""What addresses of pages begin with; features bring more."""
A_YEAR_S = 31_536_000
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))  # the smallest first
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""By ending, whatever the system says: some Windows call a script plain text, which no browser runs."""


def pages_at(screens: Iterable[str], folder: Path) -> Blueprint:
    """The pages whose addresses begin with these words, and the files that they load."""
    routes = Blueprint("pages", __name__)
    screen = f"/<any({', '.join(screens)}):screen>"

    @routes.get("/")
    @routes.get(screen)
    @routes.get(f"{screen}/<path:rest>")
    def index(screen: str = "", rest: str = "") -> Response:
        return screen_in(folder)

    with_files(routes, folder)
    return routes


def screen_in(folder: Path) -> Response:
    """What every address of a screen answers with: the page itself looks at its address."""
    return _uncached(_read(folder, "index.html"))


def with_files(routes: Blueprint, folder: Path) -> None:
    """The files of the pages, and for people who mistyped an address the page that says so."""

    @routes.app_errorhandler(404)
    def nowhere(error: NotFound) -> Response | NotFound:
        if "text/html" not in request.headers.get("Accept", ""):
            return error
        answer = screen_in(folder)
        answer.status_code = 404
        return answer

    @routes.get("/assets/<path:name>")
    def asset(name: str) -> Response:
        answer = _read(folder / "assets", name)
        del answer.headers["Last-Modified"]  # nobody asks again for what never changes
        answer.headers["Cache-Control"] = (
            f"public, max-age={A_YEAR_S}, immutable"  # no date, which a clock may get wrong
        )
        return answer

    @routes.get("/<name>")
    def file(name: str) -> Response:
        return _uncached(_read(folder, name))


def _read(folder: Path, name: str) -> Response:
    """A file, read at once: one that is read while it is sent stays open when its browser leaves midway."""
    answer = send_from_directory(folder, name + _ending(folder, name))
    if kind := TYPES.get(Path(name).suffix):
        answer.mimetype = kind
    answer.direct_passthrough = False
    answer.get_data()
    answer.close()
    answer.headers.pop("Content-Disposition", None)  # it would name the compressed file
    answer.vary.add("Accept-Encoding")
    return answer


def _ending(folder: Path, name: str) -> str:
    """The suffix of the smallest form of the file that exists and that this browser accepts."""
    for encoding, ending in COMPRESSED:
        file = safe_join(str(folder), name + ending)
        if request.accept_encodings.quality(encoding) > 0 and file is not None and Path(file).is_file():
            return ending
    return ""


def _uncached(answer: Response) -> Response:
    """Cached, but revalidated each time: a new version of the hub shows its new pages at once."""
    answer.headers["Cache-Control"] = "no-cache"
    return answer

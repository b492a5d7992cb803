"""The workshop over HTTP, for the banker: `/api/workshop/…`. The page is `web/src/screens/Workshop.svelte`.

What a page asks is small, but for a file from a friend. The answer is the design as it is stored then, so that whoever
asks again does no harm: a change of what the page has not seen is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from hub.server.access.keys import BANKER, Access
from hub.server.http.downloads import attached
from hub.server.http.identity import as_json, audience_of_request, refused
from hub.server.http.throttled import Throttled
from hub.server.limits import Limits
from hub.server.reasons import WorkshopReason
from hub.table.ports.storage import StoreError
from hub.table.wire.refusals import TableReason
from hub.table.wire.workshop_views import BaseView, DesignChange, DesignView, NewDesign, ShelfView

FILE_BYTES_MAXIMUM = 2_000_000
BOARD = "application/json"
Asked = TypeVar("Asked")


class WorkshopRefused(Exception):
    """Something cannot be done; `reason` is a key of the locales (`reason.KEY`)."""

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.reason, self.status = reason, status


class WorkshopPort(Protocol):
    """What the server asks of the workshop. From any thread. All may raise WorkshopRefused and StoreError."""

    def shelf(self) -> ShelfView:
        """All designs."""

    def base(self, edition: str) -> BaseView:
        """What an edition offers."""

    def design(self, name: str) -> DesignView:
        """A design as it is stored."""

    def new(self, wanted: NewDesign) -> DesignView:
        """Another design."""

    def change(self, name: str, change: DesignChange) -> DesignView:
        """Cells say something else."""

    def undo(self, name: str, version: int) -> DesignView:
        """Take the last change back."""

    def redo(self, name: str, version: int) -> DesignView:
        """Make it again."""

    def delete(self, name: str) -> ShelfView:
        """Take a design away; it can be brought back."""

    def restore(self, name: str) -> ShelfView:
        """Bring it back."""

    def play(self, name: str) -> None:
        """Offer the design in the lobby, and choose it."""

    def board(self, name: str) -> bytes:
        """The design as a file for a friend."""

    def take(self, content: bytes) -> DesignView:
        """A new design from such a file."""


class Seen(msgspec.Struct, frozen=True):
    """Which version of a design the page has seen."""

    version: int


Answer = Callable[[Callable[[], object]], Response]


def workshop(port: WorkshopPort, access: Access, limits: Limits) -> Blueprint:
    """The routes."""
    routes = Blueprint("workshop", __name__)
    answer = _answering(access, Throttled(limits.edits_per_minute, "the workshop failed"))
    changes = _changes(port)

    @routes.get("/api/workshop")
    def shelf() -> Response:
        return answer(port.shelf)

    @routes.get("/api/workshop/bases/<edition>")
    def base(edition: str) -> Response:
        return answer(lambda: port.base(edition))

    @routes.post("/api/workshop")
    def new() -> Response:
        return answer(lambda: port.new(_asked(NewDesign)))

    @routes.post("/api/workshop/take")
    def take() -> Response:
        request.max_content_length = FILE_BYTES_MAXIMUM
        return answer(lambda: port.take(request.get_data()))

    @routes.get("/api/workshop/<name>")
    def design(name: str) -> Response:
        return answer(lambda: port.design(name))

    @routes.post("/api/workshop/<name>/<what>")
    def change(name: str, what: str) -> Response:
        request.max_content_length = limits.edit_bytes
        make = changes.get(what)
        return refused(TableReason.BAD_REQUEST, 404) if make is None else answer(lambda: make(name))

    @routes.get("/api/workshop/<name>/file.board")
    def board(name: str) -> Response:
        return answer(lambda: attached(port.board(name), BOARD, f"bankhalter-{name}.board"))

    return routes


def _changes(port: WorkshopPort) -> Mapping[str, Callable[[str], object]]:
    """What may be done with one design, by the last word of the address."""
    return {
        "change": lambda name: port.change(name, _asked(DesignChange)),
        "undo": lambda name: port.undo(name, _asked(Seen).version),
        "redo": lambda name: port.redo(name, _asked(Seen).version),
        "delete": port.delete,
        "restore": port.restore,
        "play": port.play,
    }


def _asked(kind: type[Asked]) -> Asked:
    """What the page has sent. Raises DecodeError."""
    return msgspec.json.decode(request.get_data(), type=kind)


def _answering(access: Access, throttled: Throttled) -> Answer:
    """How the banker is answered, and nobody else."""

    def answer(make: Callable[[], object]) -> Response:
        def made() -> Response:
            try:
                found = make()
            except WorkshopRefused as why:
                return refused(why.reason, why.status)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                return refused(TableReason.BAD_REQUEST, 400)
            except RequestEntityTooLarge:
                return refused(WorkshopReason.TOO_LARGE, 413)
            except StoreError:
                return refused(TableReason.NOT_STORED, 503)
            return found if isinstance(found, Response) else as_json(found)

        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return throttled.answer(made)

    return answer

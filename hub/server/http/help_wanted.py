"""A table of a club wants help, or no longer: `/api/help`, for its banker and its players.

The pages ask for it in `web/src/parts/club/HelpWanted.svelte`; the club's wall and front page show it.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from flask import Blueprint, Response, request

from hub.server.access.keys import VIEWER, Access
from hub.server.http.identity import as_json, audience_of_request, refused
from hub.server.http.throttled import Throttled
from hub.server.limits import Limits
from hub.table.ports.storage import StoreError
from hub.table.wire.refusals import TableReason


class HelpPort(Protocol):
    """Where a table's call for help is stored. From any thread."""

    @property
    def since_ms(self) -> int:
        """Since when it wants help, 0 if it wants none."""

    def want(self, wanted: bool) -> None:
        """It wants help from now on, or no longer. Raises StoreError."""


class Wanted(msgspec.Struct, frozen=True):
    """What a page sends."""

    wanted: bool


class HelpView(msgspec.Struct, frozen=True):
    """Since when a table wants help, 0 if it wants none."""

    since_ms: int


def help_wanted(port: HelpPort, access: Access, limits: Limits) -> Blueprint:
    """The route; whoever only looks on can neither ask nor call for help."""
    routes = Blueprint("help_wanted", __name__)
    throttled = Throttled(limits.edits_per_minute, "whether help is wanted could not be said")

    @routes.route("/api/help", methods=["GET", "POST"])
    def asked() -> Response:
        if audience_of_request(access) == VIEWER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return throttled.answer(lambda: _answer(port))

    return routes


def _answer(port: HelpPort) -> Response:
    if request.method == "POST":
        try:
            port.want(msgspec.json.decode(request.get_data(), type=Wanted).wanted)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return refused(TableReason.BAD_REQUEST, 400)
        except StoreError:
            return refused(TableReason.NOT_STORED, 503)
    return as_json(HelpView(port.since_ms))

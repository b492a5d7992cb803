"""What the program does at a table: its banker ends it and asks for a newer version, on the page."""

from __future__ import annotations

import logging
from collections.abc import Callable

from flask import Blueprint, Response, request
from msgspec import Struct

from hub.composition.table import AtTable, OpenTable
from hub.features.program.release import NoRelease, Release, newest, own_address
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, as_json, audience_of_request, refused
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason

log = logging.getLogger(__name__)


class ProgramView(Struct, frozen=True):
    """This program: its version, and whether the banker may end it on the page."""

    version: str
    ends: bool


class NewestView(Struct, frozen=True):
    """What was found: the newer version if there is one; `known` is false if nothing could be found out."""

    newer: str | None
    known: bool


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    look = lambda: newest(own_address())  # noqa: E731 -- asked each time
    return AtTable(routes=[program(opened.access, setting.limits, setting.version, setting.end, look)])


def program(
    access: Access, limits: Limits, version: str, end: Callable[[], None] | None, look: Callable[[], Release]
) -> Blueprint:
    """The routes below `/api/program`, for the banker. Nothing is looked for unless asked."""
    routes = Blueprint("program", __name__)
    throttled = Throttled(limits.exports_per_minute, "the newest version could not be looked for")

    @routes.before_request
    def banker() -> Response | None:
        return None if audience_of_request(access) == BANKER else refused(TableReason.NOT_ALLOWED, 403)

    @routes.get("/api/program")
    def shown() -> Response:
        return as_json(ProgramView(version, end is not None))

    @routes.post("/api/program/newest")
    def newer() -> Response:
        def found() -> Response:
            try:
                release = look()
            except NoRelease as unknown:
                log.info("the newest version is not known", extra={"why": str(unknown)})
                return as_json(NewestView(None, known=False))
            return as_json(NewestView(release.version if release.is_newer else None, known=True))

        return throttled.answer(found)

    @routes.post("/api/program/end")
    def ended() -> Response:
        if end is None:
            return refused(TableReason.NOT_ALLOWED, 403)
        log.info("the banker ends the program", extra={"from": request.remote_addr})
        end()
        return as_json({})

    return routes

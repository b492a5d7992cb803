"""What the program does at a table: its banker ends it and asks for a newer version, on the page."""

import logging
from collections.abc import Callable

from flask import request
from msgspec import Struct

from hub.composition.table import AtTable, OpenTable
from hub.features.program.release import NoRelease, Release, newest, own_address
from hub.server.access.keys import Access
from hub.server.http.answers import HttpRefused, Routes
from hub.server.limits import Limits
from hub.table.wire.audience import TableReason

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
) -> Routes:
    """The routes below `/api/program`. Nothing is looked for unless asked."""
    routes = Routes("program", limits.drawings_per_minute, "the newest version could not be looked for", access)

    @routes.get("/api/program")
    def shown() -> ProgramView:
        return ProgramView(version, end is not None)

    @routes.post("/api/program/newest")
    def newer() -> NewestView:
        try:
            release = look()
        except NoRelease as unknown:
            log.info("the newest version is not known", extra={"why": str(unknown)})
            return NewestView(None, known=False)
        return NewestView(release.version if release.is_newer else None, known=True)

    @routes.post("/api/program/end")
    def ended() -> dict[str, str]:
        if end is None:
            raise HttpRefused(TableReason.NOT_ALLOWED, 403)
        log.info("the banker ends the program", extra={"from": request.remote_addr})
        end()
        return {}

    return routes

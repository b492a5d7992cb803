"""The wall and the league, which everybody in the room may see. Like a table's television they need no key."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint, Response, request

from hub.features.club.league import WEEKS_MAXIMUM, Result, league_of
from hub.features.club.views import wall_view
from hub.server.http.answers import Throttled, as_json, refused
from hub.server.limits import Limits
from hub.store.registry import Standing
from hub.table.interfaces.storage import StoreError, now_ms
from hub.table.wire.refusals import TableReason

WEEKS_USUAL = 12


def together(standing: Callable[[], Standing], results: Callable[[], Mapping[str, str]], limits: Limits) -> Blueprint:
    """The routes `/api/club/wall` and `/api/club/league?weeks=`."""
    routes = Blueprint("together", __name__)
    throttled = Throttled(limits.tellings_per_minute, "the league could not be made")

    @routes.get("/api/club/wall")
    def wall() -> Response:
        return as_json(wall_view(standing()))

    @routes.get("/api/club/league")
    def league() -> Response:
        weeks = weeks_asked()
        if weeks is None:
            return refused(TableReason.BAD_REQUEST, 400)

        def made() -> Response:
            try:
                return as_json(league_of(results_in(results()), now_ms(), weeks))
            except StoreError:
                return refused(TableReason.NOT_STORED, 503)

        return throttled.answer(made)

    return routes


def results_in(said: Mapping[str, str]) -> list[Result]:
    """All results that the tables have reported."""
    return [result for each in said.values() for result in msgspec.json.decode(each, type=list[Result])]


def weeks_asked() -> int | None:
    """The number of weeks that a request asks for, None if it is invalid."""
    asked = request.args.get("weeks", str(WEEKS_USUAL))
    weeks = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= len(str(WEEKS_MAXIMUM)) else 0
    return weeks if 1 <= weeks <= WEEKS_MAXIMUM else None

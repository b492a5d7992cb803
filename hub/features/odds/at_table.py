"""What the odds do at a table: answer while people want to know, and why a game ended as it did."""

from __future__ import annotations

from flask import Blueprint, Response

from hub.composition.table import AtTable, OpenTable
from hub.features.odds.advising import AdviceThread
from hub.features.odds.hindsight.looking_back import HindsightThread
from hub.features.odds.lengths import LengthThread
from hub.features.odds.watching import OutlookThread
from hub.server.http.identity import as_json
from hub.server.http.throttled import Throttled
from hub.server.limits import Limits
from hub.table.automatic.hindsight import HindsightDesk


def at_table(opened: OpenTable) -> AtTable:
    """Its routes and workers."""
    table = opened.table
    return AtTable(
        routes=[hindsight(table.hindsight, opened.setting.limits)],
        workers=[
            OutlookThread(table.outlook),
            LengthThread(table.length, table.past),
            HindsightThread(table.hindsight),
            AdviceThread(table.advice),
        ],
    )


def hindsight(desk: HindsightDesk, limits: Limits) -> Blueprint:
    """The route `/api/hindsight`: only what everybody may know, so one copy serves all."""
    routes = Blueprint("hindsight", __name__)
    throttled = Throttled(limits.tellings_per_minute, "hindsight could not be shown")

    @routes.get("/api/hindsight")
    def why() -> Response:
        return throttled.answer(lambda: as_json(desk.shown()))

    return routes

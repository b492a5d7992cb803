"""What the odds do at a table: answer while people want to know, and why a game ended as it did."""

from hub.composition.table import AtTable, OpenTable
from hub.features.odds.advising import AdviceDesk, AdviceThread
from hub.features.odds.hindsight.desk import HindsightDesk, HindsightThread
from hub.features.odds.lengths import LengthDesk, LengthThread
from hub.features.odds.watching import OutlookDesk, OutlookThread
from hub.server.http.answers import Routes
from hub.server.limits import Limits


def at_table(opened: OpenTable) -> AtTable:
    """Its routes and workers."""
    table, watched = opened.table, opened.table.desk(HindsightDesk)
    return AtTable(
        routes=[hindsight(watched, opened.setting.limits)],
        workers=[
            OutlookThread(table.desk(OutlookDesk)),
            LengthThread(table.desk(LengthDesk), table.past),
            HindsightThread(watched),
            AdviceThread(table.desk(AdviceDesk)),
        ],
    )


def hindsight(desk: HindsightDesk, limits: Limits) -> Routes:
    """The route `/api/hindsight`: only what everybody may know, so one copy serves all."""
    routes = Routes("hindsight", limits.tellings_per_minute, "hindsight could not be shown")
    routes.get("/api/hindsight")(desk.shown)
    return routes

"""What the odds do at a table: answer while people want to know, and why a game ended as it did."""

from hub.composition.table import AtTable, OpenTable
from hub.features.odds.advising import AdviceDesk
from hub.features.odds.hindsight.desk import HindsightDesk
from hub.features.odds.lengths import LengthDesk
from hub.features.odds.threads import OddsThread
from hub.features.odds.watching import OutlookDesk
from hub.server.http.answers import Routes
from hub.server.limits import Limits


def at_table(opened: OpenTable) -> AtTable:
    """Its routes and workers."""
    desk = opened.table.desk
    length, watched = desk(LengthDesk), desk(HindsightDesk)
    length.pace = opened.pace
    return AtTable(
        routes=[hindsight(watched, opened.setting.limits)],
        workers=[OddsThread(each) for each in (desk(OutlookDesk), length, watched, desk(AdviceDesk))],
    )


def hindsight(desk: HindsightDesk, limits: Limits) -> Routes:
    """The route `/api/hindsight`: only what everybody may know, so one copy serves all."""
    routes = Routes("hindsight", limits.tellings_per_minute, "hindsight could not be shown")
    routes.get("/api/hindsight")(desk.shown)
    return routes

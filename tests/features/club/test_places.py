"""One table of many cannot take what the others need."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event, Thread
from typing import Any

from hub.features.club.dispatch import Dispatcher
from hub.server.access.request_filter import ConnectionPlaces, RequestFilter
from hub.server.limits import Limits
from hub.store.registry import Standing


def test_a_table_that_is_asked_too_much_leaves_places_for_others() -> None:
    """Beyond its share of requests under way a table is busy; its neighbour answers, and so does it afterwards."""
    answering, enough = Event(), Event()
    statuses: list[str] = []

    def slow(_environ: Any, start_response: Any) -> Iterable[bytes]:
        answering.set()
        enough.wait(20)
        start_response("200 OK", [])
        return []

    def quick(_environ: Any, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return []

    limits = Limits(requests_per_table=1)
    club = Dispatcher(RequestFilter(quick, ConnectionPlaces(limits, ())), {"1": slow, "2": quick}.get, Standing, limits)

    def ask(table: str) -> str:
        club({"PATH_INFO": f"/t/{table}/tv", "QUERY_STRING": ""}, lambda status, *_: statuses.append(status))
        return statuses[-1]

    first = Thread(target=ask, args=("1",))
    first.start()
    assert answering.wait(20)
    assert ask("1").startswith("503")
    assert ask("2").startswith("200")
    enough.set()
    first.join()
    assert ask("1").startswith("200")

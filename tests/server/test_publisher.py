"""The publisher by itself: nobody is overrun, nobody is forgotten."""

import threading
import time
from collections.abc import Iterator, Sequence

import pytest
from helpers.seated import Seated
from helpers.waiting import until

from hub.server.limits import Bucket
from hub.server.sockets.connections import Connection, Connections
from hub.server.sockets.publisher import BREATH_S, Publisher
from hub.table.requests import AddSeat, RemoveSeat
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View


class SlowLine:
    """A line whose browsers take packets when the test says so; it queues what a real one queues."""

    def __init__(self) -> None:
        self.sent: dict[str, list[int]] = {}
        self.backlogs: dict[str, int] = {}
        self.ready = threading.Event()
        self.ready.set()

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        self.ready.wait(5)
        for sid in sids:
            if isinstance(data, View):
                self.sent.setdefault(sid, []).append(data.version)

    def backlog(self, sid: str) -> int:
        return self.backlogs.get(sid, 0)


@pytest.fixture
def line() -> SlowLine:
    return SlowLine()


@pytest.fixture
def publisher(seated: Seated, line: SlowLine) -> Iterator[Publisher]:
    """A publisher with two viewers."""
    connections = Connections()
    for sid in ("quick", "slow"):
        connections.add(Connection(sid, "", Bucket(1, 1), None, Audience("viewer")))
    publisher = Publisher(seated.table, connections, line)
    publisher.start()
    yield publisher
    line.ready.set()
    publisher.stop()


def change(seated: Seated) -> int:
    """Something happens at the table, twice; returns the newest version."""
    seated.do(AddSeat("Chloe"))
    return seated.do(RemoveSeat(2)).version


def test_what_is_acknowledged_is_sent(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """When the answer to a request comes, everybody has been sent what it led to: nobody waits for another thread."""
    time.sleep(2 * BREATH_S)
    version = seated.do(AddSeat("Chloe")).version
    assert line.sent == {"quick": [version], "slow": [version]}


def test_nothing_is_sent_after_the_end(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """A publisher that was stopped sends nothing more, although the table goes on until its own end."""
    time.sleep(2 * BREATH_S)
    publisher.stop()
    change(seated)
    assert line.sent == {}


def test_nothing_is_shown_while_seats_change(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """Whoever changes who sits where holds the views back, from themselves and from others, until all of it is done."""
    time.sleep(2 * BREATH_S)
    with publisher.held():
        change(seated)
        other = threading.Thread(target=change, args=(seated,))
        other.start()
        other.join()
        assert line.sent == {}
    newest = seated.view().version
    until(lambda: line.sent.get("quick") == [newest])


def test_versions_in_between_are_skipped(seated, line, publisher, monkeypatch):
    """In a burst, while sending takes its time, the table goes on at once; then only the newest version is sent."""
    monkeypatch.setattr("hub.server.sockets.publisher.BREATH_S", 60)
    change(seated)
    line.ready.clear()
    versions = [change(seated) for _ in range(20)]
    line.ready.set()
    until(lambda: line.sent.get("quick", [0])[-1] == versions[-1])
    assert len(line.sent["quick"]) <= 4
    assert line.sent["quick"] == sorted(set(line.sent["quick"]))


def test_a_slow_browser_is_spared(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """A browser that does not keep up gets nothing more until it does, and then the newest; others do not wait."""
    line.backlogs["slow"] = 50
    newest = 0
    for _ in range(5):
        newest = change(seated)
        until(lambda: line.sent.get("quick", [0])[-1] == newest)  # noqa: B023 -- called at once
    assert "slow" not in line.sent
    line.backlogs["slow"] = 0
    until(lambda: line.sent.get("slow") == [newest])

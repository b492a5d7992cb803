"""Load on a club: screens that only note which view arrived, and people who send one command after another.

It runs in one thread with raw sockets, so that measuring disturbs little of what is measured, and nothing in it blocks:
the hub drops a screen that does not answer pings for nine seconds. Like a page, a screen that loses its connection
looks for its table, connects again, and repeats what was not acknowledged. One request for the list of tables serves
all screens that are looking, whereas each real page asks for itself.
"""

import contextlib
import json
import random
import secrets
import selectors
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from bench.watchers import Watcher
from helpers.club_process import ClubProcess
from sqlalchemy.engine import make_url

T = TypeVar("T")
BETWEEN_S = 1.0
"""Between two commands of the people at a table."""

AGAIN_S = 0.3
LOOK_S = 0.6
"""Between an answer and the next question where lost tables are: pages ask every 0.7 s
(web/src/features/club/following.ts)."""

VIEW_S = 10.0
"""Who got no first view for so long goes away and comes again."""

PASSING = frozenset({"not_stored", "too_fast"})
"""Refusals of what is asked again: that may be done a moment later."""

THROW = {"do": "play", "command": {"command": "throw", "seat": 0, "faces": [1, 2], "source": "typed"}}
UNDO, REDO = {"do": "undo", "seen": 1}, {"do": "redo", "seen": 1}


class Unexpected(Exception):
    """The hub refused something that it should accept; unlike a lost connection, that is not retried."""


class Screen(Watcher):
    """A device at a table; `replied` is called with the hub's answers."""

    def __init__(self, port: int, path: str, key: str, seen: Callable[[float], None]) -> None:
        super().__init__(port, key, path, start_s=0)  # who was killed a moment ago answers no more
        self._seen = seen
        self.replied: Callable[[Any], None] = lambda _ack: None

    def _take(self, message: bytes, now: float) -> None:
        before = len(self.versions)
        super()._take(message, now)
        if len(self.versions) > before:
            self._seen(now)
        elif message.startswith(b"43"):
            self.replied(json.loads(message[message.index(b"[") :])[0])


class People:
    """The people at one table: the banker's tablet sends one command per second, which counts once acknowledged.

    Where bots play, people only watch, until `last` is called.
    """

    def __init__(self, name: str, *, watch: bool) -> None:
        self.name, self._watch = name, watch
        self.asked: list[str] = []
        self.sent_at = 0.0
        self.number, self._mark = 0, secrets.token_hex(6)
        self._actions = self._all()
        self._waiting: tuple[str, str] | None = None
        self._refused: str | None = None
        self._ends = False
        self._due = time.perf_counter() + random.uniform(0, BETWEEN_S)
        self._tablet: Screen | None = None

    @property
    def quiet(self) -> bool:
        """Whether everything was acknowledged."""
        return self._waiting is None

    def complaint(self) -> str:
        """For error messages: what is not acknowledged, since when, and what the hub answered."""
        since_s = time.perf_counter() - self.sent_at
        return f"{self._waiting}, asked {since_s:.0f} s ago, refused: {self._refused}, line: {self._tablet is not None}"

    def sit(self, tablet: Screen) -> None:
        """A tablet has connected, perhaps again: repeat what was not acknowledged."""
        self._tablet, tablet.replied = tablet, self._replied
        if self._waiting is not None:
            self._due = time.perf_counter() + AGAIN_S

    def stand(self) -> None:
        """The tablet has lost its connection."""
        self._tablet = None

    def last(self, action: dict[str, Any]) -> None:
        """Send a final action, after which nothing more is sent; a refusal because the game is over counts as well."""
        self._actions, self._watch, self._ends = iter([action]), False, True

    def act(self, *, more: bool) -> None:
        """Send what is due; with `more` also something new."""
        now = time.perf_counter()
        if self._tablet is None or not self._tablet.versions or now < self._due:
            return
        if self._waiting is None:
            action = next(self._actions, None) if more and not self._watch else None
            if action is None:
                return
            self.number += 1
            request = f"{self.name}-{self.number:08}-{self._mark}"
            self._waiting = request, json.dumps({"id": request, "action": action})
            self.sent_at = now
        self._due = now + BETWEEN_S
        with contextlib.suppress(OSError):
            self._tablet.send(f'42{self.number}["request",{self._waiting[1]}]')

    def _replied(self, ack: Any) -> None:
        if self._waiting is None or ack["id"] != self._waiting[0]:
            return
        if ack["ok"]:
            self.asked.append(ack["id"])
            self._waiting, self._due = None, self.sent_at + BETWEEN_S
        elif self._ends and ack["reason"] == "no_game":
            self._waiting = None
        elif ack["reason"] in PASSING:
            self._refused = ack["reason"]
            self._due = time.perf_counter() + AGAIN_S
        else:
            raise Unexpected(f"table {self.name}: {ack}")

    @staticmethod
    def _all() -> Iterator[dict[str, Any]]:
        yield THROW
        while True:
            yield UNDO
            yield REDO


class Table:
    """A table with its screens and people. `latencies` are seconds from a command to its arrival at each screen."""

    def __init__(self, name: str, key: str, *, bots: bool) -> None:
        self.name, self.key, self.bots = name, key, bots
        self.people = People(name, watch=bots)
        self.screens: list[Screen] = []
        self.url = ""
        """Of the process that has it."""
        self.latencies: list[float] = []
        self.lost_at = self.came_at = 0.0
        self.away_s: list[float] = []
        self.shown = 0
        """The most moves that any screen has seen before its line was lost."""

    @property
    def path(self) -> str:
        """The path of the table below the address of its process."""
        return f"/t/{self.name}"

    @property
    def there(self) -> bool:
        """Whether every screen has received a view."""
        return bool(self.screens) and all(screen.versions for screen in self.screens)

    def moves(self) -> int:
        """The number of moves that its screens show."""
        return max((screen.view()["undo"] for screen in self.screens if screen.last), default=0)

    def seen_by(self) -> Callable[[float], None]:
        """A callback for one screen that notes the latency of a command."""
        noted = self.people.number

        def seen(now: float) -> None:
            nonlocal noted
            if self.people.number > noted:
                noted = self.people.number
                self.latencies.append(now - self.people.sent_at)

        return seen


class Load:
    """All tables with their screens, on the live processes of a club."""

    def __init__(self, screens: int) -> None:
        self.processes: list[ClubProcess] = []
        self.tables: list[Table] = []
        self.more = True
        """Whether people ask for more than what was not answered yet."""
        self._screens = screens
        self._selector = selectors.DefaultSelector()
        self._table_of: dict[Screen, Table] = {}
        self._hands = ThreadPoolExecutor(4, "asking")
        self._looking: Future[list[tuple[Table, str]]] | None = None
        self._look_at = 0.0

    @property
    def alive(self) -> list[ClubProcess]:
        """The processes that were not killed."""
        return [one for one in self.processes if one.process.poll() is None]

    def run(self, seconds: float) -> None:
        """Keep everybody playing and watching for this long."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._step()

    def until(self, holds: Callable[[], bool], what: str, patience_s: float) -> None:
        """The same until `holds()`; fails after `patience_s` seconds, naming `what` was awaited."""
        end = time.perf_counter() + patience_s
        while not holds():
            assert time.perf_counter() < end, f"waited in vain for {what}"
            self._step()

    def meanwhile(self, work: Callable[[], T]) -> T:
        """The result of slow work, done in a thread while everybody plays on."""
        coming = self._hands.submit(work)
        while not coming.done():
            self._step()
        return coming.result()

    def lost(self) -> list[Table]:
        """The tables that are being looked for, or that have a screen without a view."""
        return [table for table in self.tables if not table.there]

    def close(self) -> None:
        """Disconnect everybody."""
        for screen in list(self._table_of):
            screen.wire.close()
        self._selector.close()
        self._hands.shutdown()

    def _step(self) -> None:
        for key, _ in self._selector.select(0.01):
            screen: Screen = key.data
            if screen in self._table_of:
                try:
                    screen.read()
                except (AssertionError, OSError):
                    self._lose(self._table_of[screen])
        for table in self.tables:
            table.people.act(more=self.more)
        now = time.perf_counter()
        if now > self._look_at:
            self._look(now)

    def _look(self, now: float) -> None:
        """Check which screens have connected, which have timed out, and where lost tables are now."""
        for table in self.tables:
            if not table.screens:
                continue
            if table.lost_at and table.there:
                table.away_s.append(max(screen.first_at for screen in table.screens) - table.lost_at)
                table.lost_at = 0.0
            elif not table.there and now - table.came_at > VIEW_S:
                self._lose(table)
        if self._looking is not None and self._looking.done():
            found, self._looking, self._look_at = self._looking.result(), None, now + LOOK_S
            for table, url in found:
                self._connect(table, url)
        lost = [table for table in self.tables if not table.screens]
        if lost and self._looking is None and now > self._look_at:
            gone = {one.url for one in self.processes if one.process.poll() is not None}
            self._looking = self._hands.submit(found_by, self.alive, lost, gone)

    def _lose(self, table: Table) -> None:
        """Disconnect all screens of a table, since one has lost its connection."""
        table.lost_at = table.lost_at or time.perf_counter()
        if table.bots:
            table.shown = max(table.shown, table.moves())
        for screen in table.screens:
            self._selector.unregister(screen.wire)
            del self._table_of[screen]
            screen.wire.close()
        table.screens, table.url = [], ""
        table.people.stand()

    def _connect(self, table: Table, url: str) -> None:
        table.came_at, table.url = time.perf_counter(), url
        port = make_url(url).port
        assert port is not None
        try:
            for number in range(self._screens):
                screen = Screen(port, table.path, table.key if number == 0 else "", table.seen_by())
                table.screens.append(screen)
                self._table_of[screen] = table
                self._selector.register(screen.wire, selectors.EVENT_READ, screen)
        except (AssertionError, OSError):
            self._lose(table)
            return
        table.people.sit(table.screens[0])


def found_by(alive: list[ClubProcess], lost: list[Table], gone: set[str]) -> list[tuple[Table, str]]:
    """The present address of each of these tables, from the wall of any process, even one that has just started."""
    wanted = {table.name: table for table in lost}
    for process in alive:
        with contextlib.suppress(OSError, ValueError):
            shown = json.loads(process.get("/api/club/wall")[2])["tables"]
            return [
                (wanted[listed["name"]], url)
                for listed in shown
                if listed["name"] in wanted and (url := listed["url"].partition("/t/")[0]) and url not in gone
            ]
    return []

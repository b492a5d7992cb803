"""Decides which tables a process has: it takes free ones, gives up those taken by others, and balances idle ones.

Tables that have lost their process, and whose browsers have yet to reconnect to another one, come first (0066).
Meanwhile bots pause at all tables of the club, to leave the processor to tables that are being reopened.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat
from typing import Any

import msgspec
from msgspec import Struct

from hub.features.club.table import OpenedTable, TableFigures
from hub.store.registry import Listed, Registry, Standing
from hub.table.automatic.threads import RepeatingThread, tried
from hub.table.interfaces.storage import StoreError

BEAT_S = 0.5
AT_ONCE = 4
"""How many tables are opened or closed at a time: each waits for the database more than it computes."""

AGAIN_S, SOON_S = 15.0, 1.0
"""How long to wait before trying again to open a table that could not be opened; and if the reason may have passed."""

PASSING = frozenset({"away", "in_use", "io", "locked"})
"""Faults of a store that may be over in a moment: the server was busy, or the former process still has the table."""

CALM_S = 2.0
"""After this long without the list of tables none is taken: other processes that had lost it come back meanwhile."""

IDLE_S, PLAYED_S = 2.0, 15.0
"""How long nobody must have watched a table before it may go to a process that has fewer; and a table with a game,
whose screens may still be on their way to it.
"""

UNREACHED = "the club's list of tables cannot be reached"
log = logging.getLogger(__name__)
BACK_S = 10.0
"""Those who have not come back by then may have left: nobody waits any longer."""


class ClubFigures(Struct, frozen=True):
    """A process at a moment. `listed` and `processes` are for the whole club; `silent_s`: since its last beat."""

    tables: Mapping[str, TableFigures]
    listed: int
    processes: int
    silent_s: float


class _Held:
    """A table, the number of the beat after which the registry must list it as ours, and when it was last watched."""

    def __init__(self, table: OpenedTable, since: int) -> None:
        self.table, self.since = table, since
        self.watched_s = time.monotonic()


class ClubTables:
    """The tables of this process, managed by three threads from `start` to `stop`. `open_table` raises StoreError."""

    def __init__(self, registry: Registry, open_table: Callable[[Listed], OpenedTable]) -> None:
        self._registry, self._open_table = registry, open_table
        self._known = (Standing(), 0)
        """The state of the club, and the beat that read it: one value, since two threads use it."""
        self.returning = ReturningTables()
        self._held: dict[str, _Held] = {}
        self._failed: dict[str, float] = {}
        self._beats = 0
        self._beaten, self._stopping = threading.Event(), threading.Event()
        self._hands = ThreadPoolExecutor(AT_ONCE, "opening")
        self._beating = (  # two, since one that also visits tables could be delayed
            RepeatingThread("presence", BEAT_S, registry.here, "the club could not be told that this process is alive"),
            RepeatingThread("standing", BEAT_S, self.beat, UNREACHED),
        )
        self._tending = threading.Thread(target=self._tend, name="tables", daemon=True)
        self._last_s = self._unreached_s = -math.inf

    def enter(self) -> None:
        """Join the club: from now on requests for tables elsewhere are redirected, or learn that they are opening."""
        self.beat()
        for thread in self._beating:
            thread.start()

    def start(self) -> None:
        """Open tables that no process has, and start the threads. Raises StoreError."""
        self.tend()
        self.beat()
        self._tending.start()

    def stop(self) -> None:
        """Give up all tables and then leave the club, so that nobody has to wait for a lease to expire."""
        self._stopping.set()
        self._beaten.set()
        if self._tending.is_alive():
            self._tending.join()
        list(self._hands.map(self._close, list(self._held)))
        self._hands.shutdown()
        for thread in self._beating:
            thread.stopped.set()
        for thread in self._beating:
            thread.stop()

    def app(self, name: str) -> Any:
        held = self._held.get(name)
        return held.table.app if held is not None and not held.table.lost else None

    @property
    def standing(self) -> Standing:
        """The state of the club at the last beat, up to half a second ago."""
        return self._known[0]

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(held.table.codes for held in list(self._held.values())))

    @property
    def here(self) -> Mapping[str, OpenedTable]:
        return {name: held.table for name, held in list(self._held.items())}

    def figures(self) -> ClubFigures:
        tables = {name: held.table.figures() for name, held in sorted(self._held.items())}
        silent_s = time.monotonic() - self._last_s
        return ClubFigures(tables, len(self.standing.tables), self.standing.processes, silent_s)

    def beat(self) -> None:
        """Report what the tables are doing, and read the state of the club. Raises StoreError."""
        self._beats += 1
        number = self._beats
        statuses = {name: held.table.status() for name, held in list(self._held.items())}
        try:
            self._known = (self._registry.beat(statuses), number)
        except StoreError:
            self._unreached_s = time.monotonic()
            raise
        self._last_s = time.monotonic()
        self.returning.follow(self.standing, {name: table.watching for name, table in self.here.items()})
        self._beaten.set()

    def _tend(self) -> None:
        while not self._stopping.is_set():
            self._beaten.wait()
            self._beaten.clear()
            tried(self.tend, UNREACHED)

    def tend(self) -> None:
        """Give up tables of other processes, take free ones up to a fair share, give up idle ones beyond it."""
        standing, stood = self._known
        theirs = [name for name, held in list(self._held.items()) if self._is_theirs(name, held, standing, stood)]
        list(self._hands.map(self._close, theirs))
        share = math.ceil(len(standing.tables) / max(1, standing.processes))
        now = time.monotonic()
        self._failed = {name: until for name, until in self._failed.items() if until > now}
        if now - self._unreached_s > CALM_S:
            wanted = max(0, share - len(self._held))
            list(self._hands.map(self._take_some, repeat(iter(range(wanted)), AT_ONCE), repeat([])))
        list(self._hands.map(self._close, self._idle(now)[: max(0, len(self._held) - share)]))

    def _take_some(self, places: Iterator[int], taken: list[str]) -> None:
        """Take and open tables one at a time, in parallel with other threads and processes."""
        while not self._stopping.is_set() and next(places, None) is not None:
            name = self._registry.take([*self._failed, *taken], self.returning.names)
            if name is None:
                return
            taken.append(name)
            self._open(name)

    @staticmethod
    def _is_theirs(name: str, held: _Held, standing: Standing, stood: int) -> bool:
        listed = standing.table(name)
        known = stood > held.since and (listed is None or not listed.ours)
        return known or held.table.lost

    def _idle(self, now: float) -> list[str]:
        every = list(self._held.items())
        for _, held in every:
            if held.table.watching:
                held.watched_s = now
        return [name for name, held in every if now - held.watched_s > self._rest_s(held.table)]

    @staticmethod
    def _rest_s(table: OpenedTable) -> float:
        return IDLE_S if table.figures().phase == "lobby" else PLAYED_S

    def _open(self, name: str) -> None:
        since = self._beats
        listed = self.standing.table(name)
        if listed is None:  # added a moment ago: the next beat knows it
            self._leave(name)
            return
        try:
            table = self._open_table(listed)
        except StoreError as error:
            log.warning("table %s cannot be opened: %s", name, error, extra={"table": name})
            self._give_up(name, SOON_S if error.key in PASSING else AGAIN_S)
        except Exception:
            log.exception("table %s cannot be opened", name, extra={"table": name})
            self._give_up(name, AGAIN_S)
        else:
            self._held[name] = _Held(table, since)
            log.info("a table is open", extra={"table": name})

    def _give_up(self, name: str, for_s: float) -> None:
        self._failed[name] = time.monotonic() + for_s
        self._leave(name)

    def _close(self, name: str) -> None:
        held = self._held.pop(name)
        try:
            held.table.close()
        except Exception:
            log.exception("table %s did not close", name, extra={"table": name})
        self._leave(name)
        log.info("a table is closed", extra={"table": name})

    def _leave(self, name: str) -> None:
        try:
            self._registry.leave(name)
        except StoreError as error:
            log.warning("table %s could not be given up: %s", name, error)


class _Said(Struct, frozen=True):
    """The part of a table's status that is needed here."""

    watching: int = 0


class _Away(Struct, frozen=True):
    """How many browsers a table had, and until when to wait for them."""

    watched: int
    until_s: float


class ReturningTables:
    """Tracks such tables. `follow` is called by one thread; the other methods by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: Mapping[str, Listed] = {}
        self._away: Mapping[str, _Away] = {}

    def follow(self, standing: Standing, here: Mapping[str, int]) -> None:
        """Take in the state of the club; `here` counts the browsers at each table of this process."""
        now, known = self._clock(), {listed.name: listed for listed in standing.tables}
        away = {}
        for name, listed in known.items():
            missed = self._missed(listed, now)
            if missed is not None and not (_watching(listed, here) >= missed.watched or now > missed.until_s):
                away[name] = missed
        self._known, self._away = known, away

    @property
    def names(self) -> tuple[str, ...]:
        """The tables whose browsers have not all reconnected; these are opened first."""
        return tuple(self._away)

    def goes_on(self) -> bool:
        """Whether any browsers are still being waited for."""
        away, now = self._away, self._clock()
        return any(now <= missed.until_s for missed in away.values())

    def _missed(self, listed: Listed, now: float) -> _Away | None:
        """The browsers missing at a table whose process is gone, None if there are none."""
        was = self._known.get(listed.name)
        gone = not listed.url if was is None else bool(was.url) and was.url != listed.url
        watched = _said(listed if was is None else was) if gone else 0
        return _Away(watched, now + BACK_S) if watched else self._away.get(listed.name)


def _watching(listed: Listed, here: Mapping[str, int]) -> int:
    """How many browsers are at a table now; 0 if no process has it, since its status is then out of date."""
    return here.get(listed.name, _said(listed) if listed.url and not listed.ours else 0)


def _said(listed: Listed) -> int:
    """The number of browsers in the last status of a table."""
    try:
        return msgspec.json.decode(listed.status or "{}", type=_Said).watching
    except msgspec.MsgspecError:  # another version's, perhaps: then nobody is waited for
        return 0

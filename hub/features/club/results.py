"""Reports the results of finished games at this process's tables to the club, for its league.

Results are folded from the logs like the hall of fame (0039): the process that has a table reads its games, and writes
all their results again whenever a game there begins, ends or is reopened by an undo, or a shown name changes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

import msgspec

from hub.diagnostics.logs import TABLE
from hub.features.club.league import Result, result_of
from hub.features.club.table import OpenedTable
from hub.store.registry import Registry
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord, StoreError
from hub.table.past import HallNames, PlayedGames

LOOK_S = 2.0
GAMES = 300
"""The newest of each table, as in the hall of fame."""

REST_S = 0.5
"""Longest pause between reading two games, since people play meanwhile."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Read:
    """The results of a table's finished games that have been read so far, by game id."""

    source: OpenedTable
    names: HallNames
    of: dict[str, Result | None]


class Results:
    """Reports, in a thread from `start` to `stop`, the results of the tables that `tables` returns.

    As long as `waits()`, nothing is read: people have lost their tables, and the league can wait.
    """

    def __init__(
        self,
        registry: Registry,
        tables: Callable[[], Mapping[str, OpenedTable]],
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        self._registry, self._tables, self._waits = registry, tables, waits
        self._said: dict[str, tuple[OpenedTable, Hashable]] = {}
        self._read: dict[str, _Read] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look, name="results", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def tell(self) -> None:
        """Report what has changed since the last time."""
        tables = self._tables()
        for gone in (self._said.keys() | self._read.keys()) - tables.keys():
            self._said.pop(gone, None)
            self._read.pop(gone, None)
        for name, source in tables.items():
            if self._stopped.is_set() or self._waits():
                return
            state = source, source.played()
            if self._said.get(name) != state:
                context = TABLE.set(name)
                try:
                    self._registry.tell(name, self._results(name, source))
                    self._said[name] = state
                except StoreError as error:
                    log.warning("results could not be reported: %s", error)
                except Exception:
                    log.exception("results could not be reported")
                finally:
                    TABLE.reset(context)

    def _look(self) -> None:
        while not self._stopped.wait(LOOK_S):
            self.tell()

    def _results(self, name: str, source: OpenedTable) -> str:
        """All results of a table, as JSON. Games no longer at the table do not change, so each is read only once."""
        past = source.past()
        read = self._read.get(name)
        if read is None or (read.source, read.names) != (source, past.names):
            read = self._read[name] = _Read(source, past.names, {})
        found = [self._result(past, record, read) for record in past.games[-GAMES:]]
        return msgspec.json.encode([result for result in found if result is not None]).decode()

    def _result(self, past: PlayedGames, record: GameRecord, read: _Read) -> Result | None:
        if past.now is not None and past.now.record.id == record.id:
            return _result(past.now, past.names)
        if record.id not in read.of:
            began = time.monotonic()
            played = past.played(record)
            read.of[record.id] = _result(played, past.names) if played is not None else None
            self._stopped.wait(min(REST_S, time.monotonic() - began))
        return read.of[record.id]


def _result(played: Played, names: HallNames) -> Result | None:
    """The result of a game; None if it cannot be read, which must not hide the others."""
    try:
        return result_of(played, names)
    except Exception:
        log.exception("a stored game does not count for the league")
        return None

"""Limits the number of process pools in a program, because every table of a club may want some.

A single table never reaches the limit. Beyond it, a pool that is needed takes the place of an idle one, or waits until
there is one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

PLACES = 5
"""Length, outlook, advice, hindsight and masters of one table, all at once."""

LOOK_S = 0.05


class Pool(Protocol):
    """A pool of processes that can be ended and started again."""

    def end(self) -> None:
        """End the processes."""


class ProcessPools:
    """The pools that hold places, most recently used last. Methods may be called from any thread."""

    def __init__(self, count: int = PLACES) -> None:
        self._count = count
        self._changed = threading.Condition(threading.RLock())
        self._having: list[Pool] = []
        self._busy: set[int] = set()

    @contextmanager
    def busy(self, pool: Pool, wanted: Callable[[], bool]) -> Iterator[bool]:
        """Hold a place in the `with` body; yields False if it was no longer `wanted` before there was one."""
        if not self._entered(pool, wanted):
            yield False
            return
        try:
            yield True
        finally:
            with self._changed:
                self._busy.discard(id(pool))
                self._changed.notify_all()

    def leave(self, pool: Pool) -> None:
        """Give the place of a pool up."""
        with self._changed:
            self._having = [one for one in self._having if one is not pool]
            self._changed.notify_all()

    def _entered(self, pool: Pool, wanted: Callable[[], bool]) -> bool:
        with self._changed:
            while not self._is_free_for(pool):
                self._changed.wait(LOOK_S)
                if not wanted():
                    return False
            self._having = [*(one for one in self._having if one is not pool), pool]
            self._busy.add(id(pool))
            return True

    def _is_free_for(self, pool: Pool) -> bool:
        if len(self._having) < self._count or any(one is pool for one in self._having):
            return True
        idle = next((one for one in self._having if id(one) not in self._busy), None)
        if idle is not None:
            self._having.remove(idle)
            idle.end()
        return idle is not None

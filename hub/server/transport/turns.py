"""Places for requests in progress, and a queue for those that exceed the share of their address.

A router that masks a whole household makes all its phones one address. Those who wait take no thread, and only so many
of an address may.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from hub.server.limits import AddressPlaces, Limits


class Waiting(NamedTuple):
    """A request that waits for its turn. `kept` places are for others; `go` has it answered, `drop` is the end."""

    address: str
    kept: Callable[[], int]
    go: Callable[[], None]
    drop: Callable[[], None]
    due: float


class RequestTurns:
    """Thread-safe."""

    def __init__(self, limits: Limits) -> None:
        self._places = AddressPlaces(limits.requests, limits.requests_per_address)
        self._room = AddressPlaces(limits.waiting, limits.waiting_per_address)
        self._patience_s = limits.request_s
        self._queue: list[Waiting] = []
        self._lock = threading.Lock()

    def ask(self, address: str, kept: Callable[[], int], go: Callable[[], None], drop: Callable[[], None]) -> None:
        """Take a place for a request, now or when there is one; `drop` it if it waits too long or too many do."""
        with self._lock:
            act = go
            if not self._places.enter(address, kept()):
                waiting = Waiting(address, kept, go, drop, time.monotonic() + self._patience_s)
                if self._room.enter(address, 0):
                    self._queue.append(waiting)
                    return
                act = drop
        act()

    def leave(self, address: str) -> None:
        """Give a place back, to whoever has waited longest of those who may have it."""
        with self._lock:
            self._places.leave(address)
            following = next((one for one in self._queue if self._places.enter(one.address, one.kept())), None)
            if following is None:
                return
            self._forget(following)
        following.go()

    def drop_due(self, now: float) -> None:
        """Drop who has waited too long by now, a monotonic time."""
        with self._lock:
            late = [one for one in self._queue if one.due < now]
            for one in late:
                self._forget(one)
        for one in late:
            one.drop()

    def _forget(self, one: Waiting) -> None:
        self._queue.remove(one)
        self._room.leave(one.address)

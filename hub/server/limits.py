"""How much one client, one address and all together may ask of the hub. Used by request filter and socket handlers."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ADDRESSES_KEPT = 1_000


@dataclass(frozen=True)
class Limits:
    """The figures. Events are counted per connection; tries are guesses of a PIN or a code.

    `exports_*` counts downloads of the game by all together, `tellings_*` the parts of its story. `flood_*` is where a
    client is no longer answered but cut off.
    """

    events_per_second: float = 20
    events_burst: int = 40
    flood_per_second: float = 100
    flood_burst: int = 300
    tries_per_minute: int = 5
    tries_per_minute_of_all: int = 30
    exports_per_minute: int = 12
    tellings_per_minute: int = 300
    connections: int = 80
    connections_per_address: int = 12
    connections_kept_for_localhost: int = 4
    http_threads: int = 100
    message_bytes: int = 16_384


class Bucket:
    """Holds `burst` drops, refilled at `rate` per second; each event takes one. Thread-safe."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._at = burst, clock()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Take a drop; False if there is none."""
        with self._lock:
            now = self._clock()
            self._level = min(self._burst, self._level + (now - self._at) * self._rate)
            self._at = now
            if self._level < 1:
                return False
            self._level -= 1
            return True

    def give_back(self) -> None:
        """Put a drop back that was taken in vain."""
        with self._lock:
            self._level = min(self._burst, self._level + 1)

    def wait_s(self) -> int:
        """Whole seconds until there is a drop again."""
        with self._lock:
            return max(1, round((1 - self._level) / self._rate))


class Tries:
    """Wrong guesses of a PIN or code, per address and of all addresses together, so that nobody guesses from many."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._all = self._bucket(limits.tries_per_minute_of_all)
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, address: str) -> int:
        """Take a try before the guess is looked at; returns 0, or how many seconds to wait."""
        own = self._own(address)
        if not own.take():
            return own.wait_s()
        if not self._all.take():
            own.give_back()
            return self._all.wait_s()
        return 0

    def succeeded(self, address: str) -> None:
        """The guess was right: it does not count."""
        self._own(address).give_back()
        self._all.give_back()

    def _own(self, address: str) -> Bucket:
        with self._lock:
            bucket = self._of.pop(address, None) or self._bucket(self._limits.tries_per_minute)
            self._of[address] = bucket
            if len(self._of) > ADDRESSES_KEPT:
                self._of.popitem(last=False)
            return bucket

    def _bucket(self, per_minute: int) -> Bucket:
        return Bucket(per_minute / 60, per_minute, self._clock)


class Places:
    """Who is connected, and whether one more fits. A few places are kept for the computer the hub runs on."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def take(self, address: str, local: bool) -> Iterator[bool]:
        """A place for as long as the block runs; yields whether there was one."""
        with self._lock:
            fits = self._fits(address, local)
            self._taken[address] += fits
        try:
            yield fits
        finally:
            with self._lock:
                self._taken[address] -= fits
                if self._taken[address] <= 0:
                    del self._taken[address]

    def _fits(self, address: str, local: bool) -> bool:
        taken = self._taken.total()
        if local:
            return taken < self._limits.connections
        free = taken < self._limits.connections - self._limits.connections_kept_for_localhost
        return free and self._taken[address] < self._limits.connections_per_address

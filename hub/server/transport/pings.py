"""One timer thread for the pings of all connections.

Otherwise each connection would have a thread for its pings, and those that connected together would all wake together.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

SPREAD = 0.2
"""Calls are made earlier by up to this share of their delay."""

GOLDEN = 0.618
log = logging.getLogger(__name__)


class SharedTimer:
    """Calls functions after a delay, or slightly earlier. They must not block."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function once after this many seconds."""
        with self._changed:
            number = next(self._numbers)
            due = time.monotonic() + seconds * (1 - SPREAD * (number * GOLDEN % 1))
            heapq.heappush(self._due, (due, number, call))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pings", daemon=True)
                self._thread.start()
            elif self._due[0][1] == number:
                self._changed.notify()

    def _run(self) -> None:
        while True:
            call = self._next()
            try:
                call()
            except Exception:
                log.exception("a connection could not be pinged")

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while True:
                wait_s = self._due[0][0] - time.monotonic() if self._due else None
                if wait_s is not None and wait_s <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(wait_s)

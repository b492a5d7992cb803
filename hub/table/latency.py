"""Latency histograms with fixed buckets: cheap to record, small to send, and no averages that hide outliers."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import OrderedDict
from typing import Literal

from hub.table.wire.device_views import LatencyView

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
BEGUN_KEPT = 64


class Histogram:
    """`counts` has one bucket more than there are bounds, for everything beyond the last. Thread-safe."""

    def __init__(self, name: Literal["stored", "shown"]) -> None:
        self._name = name
        self._counts = [0] * (len(BOUNDS_MS) + 1)
        self._longest_ms = 0.0
        self._lock = threading.Lock()

    def note(self, duration_ms: float) -> None:
        with self._lock:
            self._counts[bisect_left(BOUNDS_MS, duration_ms)] += 1
            self._longest_ms = max(self._longest_ms, duration_ms)

    def view(self) -> LatencyView:
        """As `/device` shows it."""
        with self._lock:
            return LatencyView(self._name, BOUNDS_MS, tuple(self._counts), round(self._longest_ms, 1))


class Reported:
    """The arrival times of reports, by the version that shows their effect; read when it is sent. Thread-safe."""

    def __init__(self) -> None:
        self._at: OrderedDict[int, float] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, version: int, at_s: float) -> None:
        """Note that a report which arrived at `at_s` (monotonic seconds) led to this version."""
        with self._lock:
            self._at[version] = at_s
            if len(self._at) > BEGUN_KEPT:
                self._at.popitem(last=False)

    def forget(self) -> None:
        """Drop all reports noted so far: nobody is watching, so they are never shown."""
        with self._lock:
            self._at.clear()

    def shown(self, version: int) -> list[float]:
        """How many ms ago each report arrived that this version or an earlier one shows; each is returned once."""
        now = time.monotonic()
        with self._lock:
            done = [known for known in self._at if known <= version]
            return [(now - self._at.pop(known)) * 1_000 for known in done]


class Latencies:
    """Both latencies on `/device`: from a report to its effect on disk, and to the browsers. Thread-safe."""

    def __init__(self) -> None:
        self._stored, self._shown, self._reported = Histogram("stored"), Histogram("shown"), Reported()

    def stored(self, at_s: float) -> None:
        """The effect of a report that arrived at `at_s` (monotonic seconds) is on disk now."""
        self._stored.note((time.monotonic() - at_s) * 1_000)

    def reported(self, version: int, at_s: float) -> None:
        """A report that arrived at `at_s` (monotonic seconds) leads to this version."""
        self._reported.note(version, at_s)

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody is watching."""
        if version is None:
            self._reported.forget()
            return
        for duration_ms in self._reported.shown(version):
            self._shown.note(duration_ms)

    def views(self) -> tuple[LatencyView, ...]:
        """As `/device` shows them."""
        return (self._stored.view(), self._shown.view())

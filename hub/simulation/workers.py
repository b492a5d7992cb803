"""Processes that compute for a table: separate from the hub's, of the lowest priority, started late and kept running.

Work is cut into small portions, so that what nobody wants any more stops within moments.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice, takewhile
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from hub.interrupts import interrupts_held
from hub.simulation.places import ProcessPools
from hub.simulation.processes import begin_as_usual, end_now

R = TypeVar("R")

PORTION_S = 0.1
LOOK_S = 0.05
"""About how long a process is busy before it can get other work, and how often it is checked whether it should."""

AHEAD = 1
"""How many calls wait in the pool for a process that is done: as many as it takes out of its queue in advance."""

WINDOWS_IDLE = 0x40
AUTOGROUP = Path("/proc/self/autogroup")


class WorkersLost(Exception):
    """A worker process was killed from outside; the next question starts new ones."""


class GivenUp(Exception):
    """The answer is no longer wanted."""


def processors() -> int:
    """How many processors this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


PLACES = ProcessPools()
"""Of all workers of this program."""


class Workers:
    """This number of processes; a context manager that ends them. Used by one thread at a time.

    Each runs `begin` first, unless another function is given.
    """

    def __init__(self, jobs: int, beginning: Callable[[], None] | None = None, places: ProcessPools = PLACES) -> None:
        self.jobs = jobs
        self._beginning = beginning
        self._places = places
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _raised: object, _trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, and drop what they are playing."""
        self._places.leave(self)  # first, so that nobody else ends them meanwhile
        self.end()

    def end(self) -> None:
        """End the processes while nobody waits for them: others need their place, and they can be started again."""
        pool, self._pool = self._pool, None
        if pool is not None:
            end_now(pool)

    def warm_up(self, unwanted: Callable[[], bool]) -> None:
        """Start the processes. Raises as `call`."""
        if self._pool is None:
            self.call(_warm_up, [()], unwanted)

    def call(
        self,
        function: Callable[..., list[R]],
        arguments: Sequence[tuple[object, ...]],
        unwanted: Callable[[], bool],
        deadline_s: float = math.inf,
    ) -> list[R]:
        """The results of a function for each of these arguments, in order. Raises GivenUp, WorkersLost.

        After `deadline_s` (of `time.monotonic`) the first ones are enough, as many as are ready, if there are any.
        """
        with self._places.busy(self, lambda: not unwanted()) as here:
            if not here:
                raise GivenUp
            try:
                asked = self._asked(function, arguments, unwanted, deadline_s)
                return [result for future in takewhile(Future.done, asked) for result in future.result()]
            except BrokenProcessPool as broken:
                self.close()
                raise WorkersLost("a process that computes was ended from outside") from broken

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a hub has threads: it cannot be copied
            self._pool = ProcessPoolExecutor(self.jobs, context, initializer=self._beginning or begin)
        return self._pool

    def _asked(
        self,
        function: Callable[..., list[R]],
        arguments: Sequence[tuple[object, ...]],
        unwanted: Callable[[], bool],
        deadline_s: float,
    ) -> list[Future[list[R]]]:
        """The calls made until all were done or time was up; never more pending at once than the pool works on.

        So there is nothing to cancel when the rest is no longer wanted. A call that is cancelled while it waits in the
        pool stays queued; if a process is killed before its turn, the pool's own thread (CPython 3.11) fails on it with
        InvalidStateError, and whoever waits for a later call waits forever.
        """
        pool, coming = self._begun(), iter(arguments)
        asked, running = list[Future[list[R]]](), set[Future[list[R]]]()
        while len(asked) < len(arguments) or running:
            with interrupts_held():  # a call may start a process
                begun = [pool.submit(function, *given) for given in islice(coming, self.jobs + AHEAD - len(running))]
            asked += begun
            running = wait(running.union(begun), timeout=LOOK_S, return_when=FIRST_COMPLETED).not_done
            if (running or len(asked) < len(arguments)) and unwanted():
                raise GivenUp
            if time.monotonic() >= deadline_s and asked[0].done():
                break
        return asked


def _warm_up() -> list[None]:
    return []


def begin() -> None:
    """Initialise a worker process: lowest priority, ignores Ctrl-C, ends with its parent."""
    give_way()
    begin_as_usual()


def begin_awaited() -> None:
    """The same for workers that a command waits for: low priority, but with some time on a busy computer."""
    step_back()
    begin_as_usual()


def step_back() -> None:
    """Set the lowest priority that still gets some time."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), WINDOWS_IDLE)
    else:
        os.nice(19)


def give_way() -> None:
    """Use only idle time: set the lowest priority that the system has."""
    step_back()
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with contextlib.suppress(OSError):  # or on Linux it could take part of the time of the hub's session
            os.setsid()
            AUTOGROUP.write_text("19", encoding="ascii")

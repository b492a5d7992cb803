"""Processes that compute for a table: separate from the hub's, of the lowest priority, started late and kept running.

Work is cut into small portions, so that what nobody wants any more stops within moments. Every table of a club may want
a pool of them: beyond a limit, one that is needed takes the place of an idle one, or waits until there is one.
"""

import contextlib
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice, takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar

from msgspec import Struct

from hub.interrupts import interrupts_held

PROCESSES_MAXIMUM: Final = 61
"""Windows cannot wait for more than these at once."""

MANAGER_S: Final = 1.0
"""How long a pool may take to notice that its processes have ended; moments, unless Python has a fault there."""

PLACES_MAXIMUM = 5
"""Length, outlook, advice, hindsight and masters of one table, all at once."""

PLACE_LOOK_S = 0.05

R = TypeVar("R")

PORTION_S = 0.1
LOOK_S = 0.05
"""About how long a process is busy before it can get other work, and how often it is checked whether it should."""

AHEAD = 1
"""How many calls wait in the pool for a process that is done: as many as it takes out of its queue in advance."""

IN_ORDER_AHEAD = 20
"""How many calls each process may be ahead of the next result, where these are wanted in order."""

WINDOWS_IDLE = 0x40
OURSELVES = -1
"""The handle of this process on Windows; as a plain number half of it would be zeros, which is none."""
AUTOGROUP = Path("/proc/self/autogroup")


def begin_as_usual() -> None:
    """Begin one with the usual priority: Ctrl-C is its parent's to handle, and it ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a copy of its parent would tidy up its parent's things
    threading.Thread(target=_end_with_parent, daemon=True).start()


def end_now(pool: ProcessPoolExecutor) -> None:
    """End all processes of a pool, whatever they are doing."""
    children = [*(pool._processes or {}).values()]  # noqa: SLF001 no other way to end what is not wanted
    manager: object = pool._executor_manager_thread  # noqa: SLF001 this as well
    results: Any = pool._result_queue  # noqa: SLF001 and this
    pool.shutdown(wait=False, cancel_futures=True)
    for child in children:
        child.terminate()
    for child in children:
        child.join()
    if results is not None:
        results._writer.close()  # noqa: SLF001 or the manager waits for ever for the rest of what they were sending
    if isinstance(manager, threading.Thread):
        manager.join(MANAGER_S)  # or it closes a pipe while the program, which ends, writes to it


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "begun by a pool"
    parent.join()
    os._exit(1)


class Players(Struct, frozen=True):
    """An executor, how many calls it works on at once, and a context for submitting. `lost`: errors if it breaks."""

    executor: Executor
    jobs: int
    lost: tuple[type[BaseException], ...]
    beginning: Callable[[], AbstractContextManager[None]] = nullcontext

    def submitted(self, calls: Iterable[tuple[Any, ...]]) -> Iterator[Future[Any]]:
        """Each call, a function and its arguments, as soon as it is asked for; this may begin a process."""
        for call in calls:
            with self.beginning():
                future = self.executor.submit(*call)
            yield future

    def in_order(self, calls: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """The results of all calls in their order, each process at most `IN_ORDER_AHEAD` calls ahead of the next."""
        submitted = self.submitted(calls)
        coming = deque(islice(submitted, self.jobs * (IN_ORDER_AHEAD + 1)))
        while coming:
            result = coming.popleft().result()
            coming.extend(islice(submitted, 1))
            yield result

    def awaited(self, call: tuple[Any, ...], unwanted: Callable[[], bool]) -> Any:
        """The result of one call. Raises GivenUp."""
        (future,) = self.submitted([call])
        while not wait({future}, timeout=LOOK_S).done:
            if unwanted():
                raise GivenUp
        return future.result()


@contextmanager
def here(jobs: int | None, *, yielding: bool = False, method: str = "spawn") -> Iterator[Players]:
    """An executor of `jobs` processes, by default one per processor; `yielding` gives them the lowest priority.

    Leaving the `with` body terminates them at once.
    """
    count = min(jobs or processors(), PROCESSES_MAXIMUM)
    context = multiprocessing.get_context(method)
    pool = ProcessPoolExecutor(count, context, initializer=begin if yielding else begin_as_usual)
    try:
        yield Players(pool, count, (BrokenProcessPool,), interrupts_held)
    finally:
        end_now(pool)


class Pool(Protocol):
    """A pool of processes that can be ended and started again."""

    def end(self) -> None:
        """End the processes."""


class ProcessPools:
    """The pools that hold places, most recently used last. Methods may be called from any thread."""

    def __init__(self, count: int = PLACES_MAXIMUM) -> None:
        self._count = count
        self._changed = threading.Condition(threading.RLock())
        self._busy: dict[Pool, bool] = {}

    @contextmanager
    def busy(self, pool: Pool, wanted: Callable[[], bool]) -> Iterator[bool]:
        """Hold a place in the `with` body; yields False if it was no longer `wanted` before there was one."""
        here = self._entered(pool, wanted)
        try:
            yield here
        finally:
            with self._changed:
                if here and pool in self._busy:
                    self._busy[pool] = False
                self._changed.notify_all()

    def leave(self, pool: Pool) -> None:
        with self._changed:
            self._busy.pop(pool, None)
            self._changed.notify_all()

    def _entered(self, pool: Pool, wanted: Callable[[], bool]) -> bool:
        with self._changed:
            while not self._is_free_for(pool):
                self._changed.wait(PLACE_LOOK_S)
                if not wanted():
                    return False
            self._busy.pop(pool, None)
            self._busy[pool] = True
            return True

    def _is_free_for(self, pool: Pool) -> bool:
        if len(self._busy) < self._count or pool in self._busy:
            return True
        idle = next((one for one, busy in self._busy.items() if not busy), None)
        if idle is not None:
            del self._busy[idle]
            idle.end()
        return idle is not None


class WorkersLost(Exception):
    """A worker process was killed from outside; the next question starts new ones."""


class GivenUp(Exception):
    """The answer is no longer wanted."""


def processors() -> int:
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

        ctypes.windll.kernel32.SetPriorityClass(ctypes.c_void_p(OURSELVES), WINDOWS_IDLE)
    else:
        os.setpriority(os.PRIO_PROCESS, 0, 19)


def give_way() -> None:
    """Use only idle time: set the lowest priority that the system has."""
    step_back()
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with contextlib.suppress(OSError):  # or on Linux it could take part of the time of the hub's session
            os.setsid()
            AUTOGROUP.write_text("19", encoding="ascii")

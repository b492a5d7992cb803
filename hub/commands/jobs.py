"""Spreads CPU-bound work over several processes; results arrive in the order of the work items.

On most systems processes are spawned, so the work must be a module-level function of plain values: an edition is
passed by name, not as an object.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from hub.commands import CannotRun
from hub.interrupts import interrupts_held
from hub.simulation.workers import PROCESSES_MAXIMUM, begin_as_usual

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 20
"""How many items each process may be ahead of the next result."""


def in_order(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Generator[R]:
    """The results of `work` for all items, in order, computed by up to `jobs` processes; with one, in this process.

    Leaving early (Ctrl-C, an error) terminates the processes at once. Raises CannotRun if one of them was killed.
    """
    jobs = min(jobs, len(items), PROCESSES_MAXIMUM)
    if jobs <= 1:
        yield from map(work, items)
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(_start_method()), initializer=begin_as_usual)
    try:
        submitted = _submitted(pool, work, items)
        awaited = deque(islice(submitted, jobs * (AHEAD + 1)))
        while awaited:
            result = awaited.popleft().result()
            awaited.extend(islice(submitted, 1))
            yield result
    except BrokenProcessPool as broken:
        raise CannotRun(
            "a process that shared the work was ended from outside; try again with fewer --jobs"
        ) from broken
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown()  # nothing needs cancelling: whatever is pending in a pool without processes fails by itself


def _submitted(pool: ProcessPoolExecutor, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Future[R]]:
    for item in items:
        with interrupts_held():  # this may start a process
            future = pool.submit(work, item)
        yield future


def _start_method() -> str:
    """Forking is fast, but safe only on Linux and while there is a single thread."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"

"""Work that several processes share, for commands that decide a lot; results come in the order of the work.

On most systems processes begin from nothing, so their work must be a function of a module and figures or
texts: an edition is named, not handed over.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from hub.commands import CannotRun
from hub.simulation.interrupts import interrupts_held
from hub.simulation.processes import PROCESSES_MAXIMUM, begin_as_usual

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 20
"""How many items each process may be ahead of the next result."""


def processors() -> int:
    """How many this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def in_order(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Generator[R]:
    """What becomes of each item, shared by so many processes; by this one alone if that suffices. Raises CannotRun.

    Leaving early (Ctrl-C, an error) ends the processes at once.
    """
    jobs = min(jobs, len(items), PROCESSES_MAXIMUM)
    if jobs <= 1:
        yield from map(work, items)
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(_start_method()), initializer=begin_as_usual)
    try:
        submitted = (pool.submit(work, item) for item in items)
        with interrupts_held():
            awaited = deque(islice(submitted, jobs))  # each may begin a process
        awaited.extend(islice(submitted, jobs * AHEAD))
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
        pool.shutdown()  # nothing is cancelled: what waits in a pool without processes fails by itself


def _start_method() -> str:
    """A copy of this process is there at once, but is sound only on Linux and as long as there is one thread."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"

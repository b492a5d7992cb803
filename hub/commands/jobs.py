"""Spreads CPU-bound work over several processes; results arrive in the order of the work items.

On most systems processes are spawned, so the work must be a module-level function of plain values: an edition is
passed by name, not as an object.
"""

import sys
import threading
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from hub.commands import CannotRun
from hub.simulation.workers import here

T = TypeVar("T")
R = TypeVar("R")


def in_order(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Generator[R]:
    """The results of `work` for all items, in order, computed by up to `jobs` processes; with one, in this process.

    Leaving early (Ctrl-C, an error) terminates the processes at once. Raises CannotRun if one of them was killed.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(work, items)
        return
    alone = sys.platform == "linux" and threading.active_count() == 1  # forking is fast, but safe only then
    with here(jobs, method="fork" if alone else "spawn") as players:
        try:
            yield from players.in_order((work, item) for item in items)
        except players.lost as broken:
            why = "a process that shared the work was ended from outside; try again with fewer --jobs"
            raise CannotRun(why) from broken

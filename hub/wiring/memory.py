"""Saves memory that a process with many threads would waste, where the system has a way to do so."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

ARENAS_MAXIMUM = -8
"""What glibc calls `M_ARENA_MAX`. Musl, macOS and Windows have no such function, and no need of it."""

YOUNG, OLDER, OLD = 5_000, 20, 50
"""How many new objects are searched for garbage together, and how often older ones are searched with them: at the usual
figures a process of a club stops for up to a third of a second each time a few tables are opened or some hundred moves
are played, to look at all that its tables consist of (0066).
"""


def one_arena() -> None:
    """Have all threads allocate from one arena, before there are any: Python runs only one of them at a time anyway."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(ARENAS_MAXIMUM, 1)


def seldom_searched() -> None:
    """Have the garbage collector look at everything only now and then, in a process with much that lasts."""
    gc.set_threshold(YOUNG, OLDER, OLD)


def settled() -> None:
    """Everything is open: the garbage collector skips what is loaded now, and free memory is returned.

    That also shortens the longest pauses, those of the garbage collector.
    """
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

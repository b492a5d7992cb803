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
    """Have all threads use one malloc arena, since Python runs only one at a time; call before starting threads."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(ARENAS_MAXIMUM, 1)


def seldom_searched() -> None:
    """Make full garbage collections rare, in a process with many long-lived objects."""
    gc.set_threshold(YOUNG, OLDER, OLD)


def freeze_existing() -> None:
    """Call once everything is open: exempts existing objects from garbage collection, and returns free memory.

    This also shortens the longest pauses, which are those of the garbage collector.
    """
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

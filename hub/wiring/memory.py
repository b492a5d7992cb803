"""Saves memory that a process with many threads would waste, where the system has a way to do so."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

ARENAS_MAXIMUM = -8
"""What glibc calls `M_ARENA_MAX`. Musl, macOS and Windows have no such function, and no need of it."""


def one_arena() -> None:
    """Have all threads allocate from one arena, before there are any: Python runs only one of them at a time anyway."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(ARENAS_MAXIMUM, 1)


def settled() -> None:
    """Everything is open: the garbage collector skips what is loaded now, and free memory is returned.

    That also shortens the longest pauses, those of the garbage collector.
    """
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

"""What a process of many threads costs beyond what it keeps, spared where the system lets it."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

ARENAS_MAXIMUM = -8
"""What glibc calls `M_ARENA_MAX`. Musl, macOS and Windows have no such function, and no need of it."""


def one_arena() -> None:
    """Have all threads take memory from one place, before there are any: Python runs one of them at a time anyway."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(ARENAS_MAXIMUM, 1)


def settled() -> None:
    """Everything is open: what is loaded stays, so Python need not look through it again, and the rest is given back.

    That shortens the longest pauses, too: those in which it looks for what can be thrown away.
    """
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

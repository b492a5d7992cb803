"""Processes that share work: how each begins, and how all are ended at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import Final

PROCESSES_MAXIMUM: Final = 61
"""Windows cannot wait for more than these at once."""

MANAGER_S: Final = 1.0
"""How long a pool may take to notice that its processes have ended; moments, unless Python has a fault there."""


def begin_as_usual() -> None:
    """Begin one with the usual priority: Ctrl-C is its parent's to handle, and it ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a copy of its parent would tidy up its parent's things
    threading.Thread(target=_end_with_parent, daemon=True).start()


def end_now(pool: ProcessPoolExecutor) -> None:
    """End all processes of a pool, whatever they are doing."""
    children = [*(pool._processes or {}).values()]  # noqa: SLF001 no other way to end what is not wanted
    manager: object = pool._executor_manager_thread  # noqa: SLF001 this as well
    pool.shutdown(wait=False, cancel_futures=True)
    for child in children:
        child.terminate()
    for child in children:
        child.join()
    if isinstance(manager, threading.Thread):
        manager.join(MANAGER_S)  # or it closes a pipe while the program, which ends, writes to it


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "begun by a pool"
    parent.join()
    os._exit(1)

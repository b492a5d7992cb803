"""What acts at a table on its own does so through a desk: with the lock, and publishing what it changed."""

from __future__ import annotations

from collections.abc import Callable

from hub.table.state import TableState
from hub.table.writer_lock import WriterLock


class Desk:
    """A part of a table for a thread of its own (`Table.desk`). Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

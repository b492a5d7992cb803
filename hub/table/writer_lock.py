"""One writer at a time: the thread that holds the lock may write a table. Nobody gets it once the table is closed."""

from __future__ import annotations

import threading


class TableClosed(RuntimeError):
    """Something was asked of a table that is closed."""


class WriterLock:
    """A lock that can be closed. It is not reentrant."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> None:
        """Wait for the lock. Raises TableClosed."""
        self._lock.acquire()
        if self._closed:
            self._lock.release()
            raise TableClosed

    def __exit__(self, *_error: object) -> None:
        """Let the next one in."""
        self._lock.release()

    def close(self) -> None:
        """Wait until what was begun is finished; then nobody gets the lock any more."""
        with self._lock:
            self._closed = True

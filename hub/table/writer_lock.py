"""The writer lock: the thread that holds it may change the table. Nobody can take it once the table is closed."""

import threading


class TableClosed(RuntimeError):
    """The lock was requested after the table was closed."""


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
        self._lock.release()

    def close(self) -> None:
        """Wait for the present holder to finish; from then on nobody gets the lock any more."""
        with self._lock:
            self._closed = True

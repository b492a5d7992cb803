"""What acts on its own: a thread that a table wakes after each publication, through a desk, or that a clock does.

The writer lock: the thread that holds it may change the table. Nobody can take it once the table is closed.
"""

import logging
import threading
from collections.abc import Callable

from hub.table.interfaces.storage import StoreError
from hub.table.interfaces.threads import TableThread
from hub.table.state import TableState

log = logging.getLogger(__name__)


class WakeableThread:
    """Checks after each `wake` whether there is something to do; wakes within `quiet_s` seconds lead to one check.

    The thread begins once it is `needed`, which is called by the thread that wakes it, perhaps under the table's lock:
    it must be quick and take no lock.
    """

    def __init__(self, name: str, quiet_s: float = 0, needed: Callable[[], bool] = lambda: True) -> None:
        self.name, self._quiet_s, self._needed = name, quiet_s, needed
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._beginning, self._begun = threading.Lock(), False
        self._thread = TableThread(self._run, name)

    def start(self) -> None:
        """Check for the first time."""
        self.wake()

    def wake(self, *_publication: object) -> None:
        """Check again, because something has changed. Called by the table after each publication."""
        if not self._begun and self._needed():
            self._begin()
        self._wake.set()

    def stop(self) -> None:
        """Stop the thread; work in progress is dropped."""
        with self._beginning:
            self._stopped.set()
        self._wake.set()
        if self._begun:
            self._thread.join()

    def _begin(self) -> None:
        with self._beginning:
            if not (self._begun or self._stopped.is_set()):
                self._begun = True
                self._thread.start()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.wait()
            self._stopped.wait(self._quiet_s)
            self._wake.clear()  # this may be the wake of `stop`: only now is it known whether there was one
            if not self._stopped.is_set():
                self._look()

    def _look(self) -> None:
        """Do whatever there is to do now."""
        raise NotImplementedError


class RepeatingThread:
    """Does something every so many seconds, from `start` to `stop`. What fails is logged, and done again."""

    def __init__(self, name: str, every_s: float, act: Callable[[], object], failure: str) -> None:
        self._every_s, self._act, self._failure = every_s, act, failure
        self.stopped = threading.Event()
        self._thread = TableThread(self._run, name)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self.stopped.wait(self._every_s):
            tried(self._act, self._failure)


def tried(act: Callable[[], object], failure: str) -> None:
    """Do something that is done again later if it fails now."""
    try:
        act()
    except StoreError as error:
        log.warning("%s: %s", failure, error)
    except Exception:
        log.exception(failure)


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


class Desk:
    """A part of a table for a thread of its own (`Table.desk`). Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

"""Loads code only when it is first used, so that a hub that never needs it stays small and opens quickly.

Nothing is loaded while holding the lock of a table. What has been loaded stays loaded.
"""

from __future__ import annotations

import contextvars
import logging
import threading
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, cast

T = TypeVar("T")
log = logging.getLogger(__name__)


class Later(Generic[T]):
    """A lazily created object: made once, by the first thread that needs it, while others wait."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make, self._lock = make, threading.Lock()
        self._made: list[T] = []

    def __call__(self) -> T:
        """The object."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    def if_made(self, end: Callable[[T], object]) -> None:
        """Call `end` with the object, if it was ever made."""
        with self._lock:
            for made in self._made:
                end(made)


class _StandsIn:
    """A proxy for an object that is made when one of its methods is first called."""

    def __init__(self, later: Later[Any]) -> None:
        self._later = later

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            return getattr(self._later(), name)(*arguments, **named)

        return called


def standing_in(later: Later[T]) -> T:
    """A proxy for callers that only call methods of the object."""
    return cast(T, _StandsIn(later))


class Thread(Protocol):
    """A thread that acts at a table, such as `hub.table.automatic.woken.Woken`."""

    def start(self) -> None:
        """Start, and check for the first time."""

    def wake(self, *publication: object) -> None:
        """Something changed."""

    def stop(self) -> None:
        """Stop the thread."""


class LateThread:
    """A thread that is made, and whose code is loaded, only when there is something for it to do.

    `wanted` is called by the thread that wakes it, perhaps under the table's lock, so it takes no lock and is quick.
    """

    def __init__(self, name: str, wanted: Callable[[], bool], make: Callable[[], Thread]) -> None:
        self.name, self._wanted, self._make = name, wanted, make
        self._lock, self._stopped = threading.Lock(), False
        self._of = contextvars.copy_context()
        self._loading: threading.Thread | None = None
        self._thread: Thread | None = None

    def start(self) -> None:
        """Check for the first time; log lines of the thread will name the caller's table."""
        self._of = contextvars.copy_context()
        self.wake()

    def wake(self, *_publication: object) -> None:
        """Something changed; called by the table after each publication."""
        thread = self._thread
        if thread is not None:
            thread.wake()
        elif self._wanted():
            with self._lock:
                if self._loading is None and not self._stopped:
                    begins = f"{self.name} begins"
                    self._loading = threading.Thread(target=self._of.run, args=(self._begin,), name=begins, daemon=True)
                    self._loading.start()

    def stop(self) -> None:
        """Stop the thread; if it is still being loaded, it never starts, and this does not wait for it."""
        with self._lock:
            self._stopped = True
        if self._thread is not None:
            self._thread.stop()

    def _begin(self) -> None:
        try:
            thread = self._make()
        except Exception:
            log.exception("the %s cannot start", self.name)
            return
        with self._lock:
            if self._stopped:
                return
            thread.start()
            self._thread = thread
        thread.wake()  # for changes that came before it could be woken

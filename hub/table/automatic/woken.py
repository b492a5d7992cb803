"""Base class for threads that act at a table on their own and are woken after each publication."""

from __future__ import annotations

import threading

from hub.table.interfaces.threads import TableThread


class Woken:
    """Checks after each `wake` whether there is something to do; wakes within `quiet_s` seconds lead to one check."""

    def __init__(self, name: str, quiet_s: float = 0) -> None:
        self.name, self._quiet_s = name, quiet_s
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._thread = TableThread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, which checks at once."""
        self._thread.start()
        self.wake()

    def wake(self, *_publication: object) -> None:
        """Check again, because something has changed. Called by the table after each publication."""
        self._wake.set()

    def stop(self) -> None:
        """Stop the thread; work in progress is dropped."""
        self._stopped.set()
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self._wake.wait()
            if self._stopped.wait(self._quiet_s):
                return
            self._wake.clear()
            self._look()

    def _look(self) -> None:
        """Do whatever there is to do now."""
        raise NotImplementedError

"""What acts at a table without people: a thread of its own, woken after each publication."""

from __future__ import annotations

import threading

from hub.table.interfaces.threads import TableThread


class Woken:
    """Looks after each `wake` whether there is something to do; what follows within `quiet_s` is one look."""

    def __init__(self, name: str, quiet_s: float = 0) -> None:
        self.name, self._quiet_s = name, quiet_s
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._thread = TableThread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin, and look for the first time."""
        self._thread.start()
        self.wake()

    def wake(self, *_publication: object) -> None:
        """Something changed; look again. Called by the table after each publication."""
        self._wake.set()

    def stop(self) -> None:
        """Stop checking; work in progress is dropped."""
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
        """Do what is to be done now, if anything."""
        raise NotImplementedError

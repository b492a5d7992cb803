"""A thread that inherits the context of its starter, such as which table it works for."""

from __future__ import annotations

import contextvars
import threading


class TableThread(threading.Thread):
    """As any thread, in a copy of the context in which it is started: log lines name their table by it."""

    def start(self) -> None:
        """Begin."""
        self._of = contextvars.copy_context()
        super().start()

    def run(self) -> None:
        """What it was made for."""
        self._of.run(super().run)

"""A thread that works for whoever started it: what holds there, such as whose table this is, holds in it, too."""

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

"""A thread that inherits the context of its starter, such as which table it works for."""

from __future__ import annotations

import contextvars
import threading


class TableThread(threading.Thread):
    """A thread that runs in a copy of the context in which it was started, from which log lines take their table."""

    def start(self) -> None:
        self._of = contextvars.copy_context()
        super().start()

    def run(self) -> None:
        """Run the target in that context."""
        self._of.run(super().run)

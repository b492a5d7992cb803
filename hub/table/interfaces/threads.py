"""A thread that belongs to a table."""

import contextvars
import threading
from collections.abc import Callable


class TableThread(threading.Thread):
    """Runs in a copy of the context in which it is made, from which log lines take their table."""

    def __init__(self, run: Callable[[], object], name: str) -> None:
        super().__init__(target=contextvars.copy_context().run, args=(run,), name=name, daemon=True)

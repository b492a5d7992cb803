"""Waiting for what happens elsewhere: in another thread, process or browser."""

import time
from collections.abc import Callable

PATIENCE_S = 60.0


def until(holds: Callable[[], object], what: str | Callable[[], str] = "it", patience_s: float = PATIENCE_S) -> None:
    """Wait until `holds()`; fails after `patience_s` seconds, naming `what`, or what that says is seen by then."""
    deadline = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain: {what if isinstance(what, str) else what()}"
        time.sleep(0.01)

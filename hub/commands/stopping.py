"""A command that is told to end (SIGTERM, a terminal window that is closed) tidies up as after Ctrl-C.

Otherwise it would leave a temporary folder with the game that it imports, or worker processes without a word. What
opens a table handles signals itself (`hub.composition.serving`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from hub.interrupts import ENDS


class Terminated(KeyboardInterrupt):
    """Raised in the main thread by such a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def tidy_end() -> Iterator[None]:
    """Meanwhile these signals raise Terminated, unless they are ignored, as after `nohup`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDS}
    heard = [number for number, handler in before.items() if handler != signal.SIG_IGN]
    for number in heard:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])


def _raise(number: int, _frame: FrameType | None) -> None:
    for one in ENDS:  # the second signal does not wait for tidying up
        if signal.getsignal(one) is _raise:
            signal.signal(one, signal.SIG_DFL)
    raise Terminated(number)

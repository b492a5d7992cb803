"""Signals to end: a command tidies up as after Ctrl-C, and one that comes in the middle of that waits.

Otherwise SIGTERM or a closed terminal would leave a temporary folder with the game that is imported, or processes that
were just started and wait for work for ever. What opens a table handles signals itself (`hub.composition.serving`).
"""

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from types import FrameType

if sys.platform == "win32":
    ENDS: tuple[signal.Signals, ...] = (signal.SIGTERM,)
else:
    ENDS = (signal.SIGTERM, signal.SIGHUP)

Handler = Callable[[int, FrameType | None], object]


@contextmanager
def interrupts_held() -> Iterator[None]:
    """This process hears Ctrl-C, SIGTERM and SIGHUP only afterwards.

    Processes begun meanwhile never hear Ctrl-C, which reaches all processes of a terminal; the others end them.
    """
    with _held((signal.SIGINT, *ENDS)), _interrupts_masked():  # other threads are not masked: what they hear is held
        yield


@contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """A folder that is gone afterwards, whenever a signal to end comes, unless that ends the process at once.

    Windows may still hold a file in it, and what is left lies there.
    """
    with _held((signal.SIGINT, *ENDS)):
        folder = Path(mkdtemp(dir=parent))
    try:
        yield folder
    finally:
        with _held((signal.SIGINT, *ENDS)):
            shutil.rmtree(folder, ignore_errors=sys.platform == "win32")


@contextmanager
def _interrupts_masked() -> Iterator[None]:
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _held(numbers: Iterable[signal.Signals]) -> Iterator[None]:
    """Those of them that a function handles are noted; masked, they would be so in processes begun meanwhile, too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    found = ((number, signal.getsignal(number)) for number in numbers)
    before: dict[signal.Signals, Handler] = {number: handler for number, handler in found if callable(handler)}
    own, noted = os.getpid(), list[signal.Signals]()

    def note(number: int, _frame: FrameType | None) -> None:
        if os.getpid() == own:
            noted.append(signal.Signals(number))
        else:  # a copy of this process, which has nothing to tidy up
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    for number in before:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if noted:
            before[noted[0]](noted[0], None)


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

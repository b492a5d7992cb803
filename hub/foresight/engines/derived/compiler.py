"""Runs a C compiler, which starts programs of its own: none of them outlives a process that is told to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType


class _Terminated(BaseException):
    """Raised in the main thread of a worker by SIGTERM."""


def ran(command: Sequence[str], seconds_maximum: float) -> bool:
    """Whether it ended well and in time; if this is interrupted, everything that it started ends, too."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, process_group=0) as compiler:
        try:
            return compiler.wait(seconds_maximum) == 0
        except BaseException as interrupted:
            _end_all(compiler)
            if isinstance(interrupted, subprocess.TimeoutExpired):
                return False
            raise


def _end_all(compiler: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        compiler.terminate()
    else:
        os.killpg(compiler.pid, signal.SIGTERM)


@contextmanager
def tidy_end() -> Iterator[None]:
    """If SIGTERM would end this process at once, it does so after what is inside has been tidied up."""
    usual = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    except _Terminated:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _raise(_number: int, _frame: FrameType | None) -> None:
    raise _Terminated

"""Runs steps of the gate behind the others, one after the other, and shows the output of each when it has ended.

A type checker takes one processor most of the time, and leaves the others to the step in front.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import IO, Self

from hub.setup.steps import Outcome, Step, run


class Behind:
    """A block at whose end these steps have ended, too, or were interrupted together with it."""

    def __init__(self, steps: Sequence[Step], until: float) -> None:
        self._steps, self._until = steps, until
        self._pool = ThreadPoolExecutor(1)
        self._running: list[tuple[Future[Outcome], IO[bytes]]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._interrupted = False
        self._lock = threading.Lock()
        self.outcomes: dict[Step, Outcome] = {}

    def __enter__(self) -> Self:
        for step in self._steps:
            said = tempfile.TemporaryFile()
            self._running.append((self._pool.submit(run, step, self._until, said, self._begun), said))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if kind is not None:
            self._interrupt()
        self._pool.shutdown()
        self.show()

    def show(self) -> None:
        """Show the output of those that have ended since."""
        while self._running and self._running[0][0].done():
            future, said = self._running.pop(0)
            with said:
                said.seek(0)
                shutil.copyfileobj(said, sys.stdout.buffer)
            sys.stdout.flush()
            if not future.cancelled():
                outcome = future.result()
                self.outcomes[outcome.step] = outcome

    def _interrupt(self) -> None:
        with self._lock:
            self._interrupted = True
            for future, _ in self._running:
                future.cancel()
            self._ask_to_end()

    def _begun(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._process = process
            if self._interrupted:
                self._ask_to_end()

    def _ask_to_end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)

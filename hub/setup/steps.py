"""A step of the gate: one command that must succeed, run so that it always ends and leaves no process behind."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 300.0
"""Time limit of a step: several times what the longest one, pytest aside, takes. Each test has a shorter limit."""

OUT_OF_TIME = 124
"""The exit code of a step that timed out, the same as that of coreutils' `timeout`."""

FAREWELL_S = 60.0
"""How long an interrupted step may take to report what it has seen, before it is killed."""

LOOK_S = 0.5
NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
"""Removed from the environment: tests start hundreds of hubs, each of which would compile the whole package again."""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One check: its name and its command line, run in the folder of the project."""

    name: str
    command: tuple[str, ...]
    limit_s: float = LIMIT_S
    rung: str = "gate"
    """The lowest rung of tests that has this step: see `tests/rungs.py`."""
    behind: bool = False
    """Whether it runs behind the other steps: a type checker leaves most processors to them."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a step."""

    step: CheckStep
    exit_code: int
    duration_s: float

    def __str__(self) -> str:
        result = "ok" if self.exit_code == 0 else f"FAILED (exit code {self.exit_code})"
        return f"  {self.step.name:<14} {self.duration_s:7.1f} s  {result}"


class Run:
    """Runs steps until `until` (`time.monotonic`); their output goes to our own, or to the file `said`."""

    def __init__(self, until: float = math.inf, said: IO[bytes] | None = None) -> None:
        self._until, self._said = until, said
        self.interrupted = threading.Event()
        """Once set, from any thread, the running step is interrupted, and no other begins."""

    def __call__(self, step: CheckStep) -> CheckResult:
        """Run one step; a command that cannot start, does not end, or would begin too late counts as failed."""
        self._say(f"\n=== {step.name}")
        began = time.monotonic()
        limit_s = min(step.limit_s, self._until - began)
        if limit_s <= 0 or self.interrupted.is_set():
            self._say(f"{step.name} does not begin: the time for all steps is used up.")
            return CheckResult(step, OUT_OF_TIME, 0.0)
        try:
            exit_code = self._waited(step, limit_s)
        except OSError as error:
            self._say(str(error))
            exit_code = 127
        return CheckResult(step, exit_code, time.monotonic() - began)

    def _waited(self, step: CheckStep, limit_s: float) -> int:
        """The exit code of the command; past its time limit it is interrupted (SIGINT), which makes pytest report."""
        with subprocess.Popen(
            step.command,
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != NOT_COMPILED},
            stdin=subprocess.DEVNULL,
            stdout=self._said,
            stderr=None if self._said is None else subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                end = time.monotonic() + limit_s
                while not self.interrupted.is_set() and (left_s := end - time.monotonic()) > 0:
                    with suppress(subprocess.TimeoutExpired):
                        return process.wait(min(left_s, LOOK_S))
                self._say(f"\n{step.name} did not end within {limit_s:.0f} s: it is interrupted.")
                process.send_signal(signal.SIGINT)
                return OUT_OF_TIME
            except KeyboardInterrupt:
                process.send_signal(signal.SIGINT)
                raise
            finally:
                end_all(process)

    def _say(self, line: str) -> None:
        if self._said is None:
            print(line, flush=True)
        else:
            self._said.write(f"{line}\n".encode())
            self._said.flush()


def end_all(process: subprocess.Popen[bytes]) -> None:
    """End the command and all processes it started: an orphan would keep our output open."""
    try:
        process.wait(FAREWELL_S)
    except subprocess.TimeoutExpired:
        process.kill()
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

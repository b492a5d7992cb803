"""A step of the gate: one command that must succeed, run so that it always ends and leaves no process behind."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 300.0
"""Time limit of a step: several times what the longest one, pytest aside, takes. Each test has a shorter limit."""

OUT_OF_TIME = 124
"""The exit code of a step that timed out, the same as that of coreutils' `timeout`."""

FAREWELL_S = 60.0
"""How long an interrupted step may take to report what it has seen, before it is killed."""


NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
"""Removed from the environment: tests start hundreds of hubs, each of which would compile the whole package again."""


@dataclass(frozen=True, slots=True)
class Step:
    """One check: its name and its command line, run in the folder of the project."""

    name: str
    command: tuple[str, ...]
    limit_s: float | None = LIMIT_S
    rung: str = "gate"
    """The lowest rung of tests that has this step: see `tests/rungs.py`."""
    behind: bool = False
    """Whether it runs behind the other steps, since it leaves most processors to them: see `behind.py`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a step."""

    step: Step
    exit_code: int
    duration_s: float

    def __str__(self) -> str:
        result = "ok" if self.exit_code == 0 else f"FAILED (exit code {self.exit_code})"
        return f"  {self.step.name:<14} {self.duration_s:7.1f} s  {result}"


Begun = Callable[["subprocess.Popen[bytes]"], None]


def within(step: Step, until: float) -> Step | None:
    """The step with no longer a limit than there is time until then (`time.monotonic`); None if there is none left."""
    left_s = until - time.monotonic()
    limit_s = left_s if step.limit_s is None else min(step.limit_s, left_s)
    return replace(step, limit_s=limit_s) if left_s > 0 else None


def run(
    step: Step, until: float = math.inf, said: IO[bytes] | None = None, begun: Begun = lambda _process: None
) -> Outcome:
    """Run one step; a command that cannot start, does not end, or would begin after `until` counts as failed.

    Its output goes to our streams, or to the file `said`; `begun` is called with its process.
    """
    say(f"\n=== {step.name}", said)
    started = time.monotonic()
    if (limited := within(step, until)) is None:
        say(f"{step.name} does not begin: the time for all steps is used up.", said)
        return Outcome(step, OUT_OF_TIME, 0.0)
    try:
        exit_code = waited(limited, said, begun)
    except OSError as error:
        say(str(error), said or sys.stderr.buffer)
        exit_code = 127
    return Outcome(step, exit_code, time.monotonic() - started)


def say(line: str, said: IO[bytes] | None) -> None:
    """Write a line to a file, or to our output."""
    if said is None:
        print(line, flush=True)
    else:
        said.write(f"{line}\n".encode())
        said.flush()


def waited(step: Step, said: IO[bytes] | None = None, begun: Begun = lambda _process: None) -> int:
    """Run the step's command; past its time limit it is interrupted (SIGINT), which makes pytest report."""
    environment = {name: value for name, value in os.environ.items() if name != NOT_COMPILED}
    errors = None if said is None else subprocess.STDOUT
    with subprocess.Popen(
        step.command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=errors,
        start_new_session=True,
    ) as process:
        begun(process)
        try:
            return process.wait(None if step.limit_s in {None, math.inf} else step.limit_s)
        except subprocess.TimeoutExpired:
            say(f"\n{step.name} did not end within {step.limit_s:.0f} s: it is interrupted.", said)
            process.send_signal(signal.SIGINT)
            return OUT_OF_TIME
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            raise
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End the command and all processes it started: an orphan would keep our output open."""
    try:
        process.wait(FAREWELL_S)
    except subprocess.TimeoutExpired:
        process.kill()
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

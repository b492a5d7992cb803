"""The gate: every check a change must pass, one run of pytest by `python3 hub test`, the same for people and CI.

It has three rungs (`tests/rungs.py`): `python3 hub test quick`, `python3 hub test` and `python3 hub test all`; any
other ARGUMENTS are pytest's. Formatters, type checkers and the tests of the pages are tests like others
(`tests/analysis`). A rung that does not end in time is interrupted, so that the gate always ends with a summary.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from hub.setup.groups import ROOT

RUNGS_S = {"quick": 300.0, "gate": 3_000.0, "all": 3_600.0}
"""The rungs, and after how many seconds each is given up: on two cores `quick` takes a minute, the gate eight, and on a
computer that is three times slower it still has to say what it found."""

FAREWELL_S = 60.0
"""How long an interrupted run may take to report what it has seen, before it is killed."""

OUT_OF_TIME = 124
"""The exit code of a run that timed out, the same as that of coreutils' `timeout`."""

PROCESSORS = os.cpu_count() or 1
NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
"""Removed from the environment: tests start hundreds of hubs, each of which would compile the whole package again."""

PYTEST = (sys.executable, "-m", "pytest")
TESTS = (
    "--cache-clear",
    "--continue-on-collection-errors",
    "--dist=loadfile",
    "--no-loadscope-reorder",
    "--durations=20",
)
"""More workers than processors, because tests wait for browsers, boards, hubs, and deadlines: those above `quick` for
half of their time. A file's tests stay together, because they share what they set up; they begin in the order of their
folders, which has the long ones early.
"""

AGAIN = ("--reruns=1", "--reruns-delay=1", "-raR", "--rerun-show-tracebacks")
"""A test that fails once runs again, and pytest's summary says which (`R`) and why; in `all` it has failed."""


def tests(rung: str) -> tuple[str, ...]:
    """The command that runs a rung."""
    workers = PROCESSORS + (2 if rung == "quick" else 3)
    return (*PYTEST, f"--rung={rung}", f"--numprocesses={workers}", *TESTS, *(() if rung == "all" else AGAIN))


def run(command: Sequence[str], limit_s: float | None = None) -> int:
    """The exit code of a command; past its limit it is interrupted (SIGINT), which makes pytest report."""
    early: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: early.append(number))
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != NOT_COMPILED},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        signal.signal(signal.SIGINT, before)
        if early:  # while it was being begun, when nobody could have ended it
            signal.raise_signal(signal.SIGINT)
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        print(f"\nThe tests did not end within {limit_s:.0f} s: they are interrupted.", flush=True)
        process.send_signal(signal.SIGINT)
        return OUT_OF_TIME
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        raise
    finally:
        end_all(process)


def end_all(process: subprocess.Popen[bytes]) -> None:
    """End the command and all processes it started: an orphan would keep our output open."""
    try:
        process.wait(FAREWELL_S)
    except subprocess.TimeoutExpired:
        process.kill()
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def main(arguments: Sequence[str]) -> int:
    """Run a rung, or pytest with the arguments given; returns the exit code."""
    match arguments:
        case [] | ["quick" | "all"]:
            rung = arguments[0] if arguments else "gate"
            code = run(tests(rung), RUNGS_S[rung] - FAREWELL_S)
            print("The gate is shut." if code else "The gate is open: everything succeeded.", flush=True)
            return code
        case ["seeded", *names]:
            return run((sys.executable, "tests/seeded_faults/run.py", *names))
        case _:
            return run((*PYTEST, *arguments))

"""The gate: every check a change must pass, run in order by `python3 hub test`, alike for people and CI.

`python3 hub test quick` leaves out what needs Chromium or Node, kills processes or takes long: about a minute;
`python3 hub test` with any other ARGUMENTS runs only pytest, with them. Each step's output is shown as it comes; the
summary with durations is the last thing printed, and one failed step fails the gate without stopping the others. A step
that hangs is interrupted, so that the gate always ends and says what it has seen.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ON_ALL_PROCESSORS = ("--numprocesses=auto", "--dist=loadfile", "--durations=20")
"""Half of the tests wait for browsers and boards; a file's tests stay together, because they share what they set up."""

NODES = "tests/firmware/test_*.py"
"""Four nodes with watchdogs run against the clock there, and need the processors to themselves."""

LONG = ("bench", "browser", "cli", "export", "fuzz", "hardware", "packaging", "printing", "properties")
"""Folders of tests that run whole programs, generate documents or try many examples: too slow for the quick part."""

NOT_QUICK = "not (browser or kill or slow)"
"""`tests/conftest.py` and `tests/architecture/test_classes.py` make sure that tests carry these markers."""

NEEDS_NODE = {"pyright", "svelte-check", "vitest"}
LIMIT_S = 600.0
"""How long a step may take: ten times what the longest but pytest takes. Each test has its own, shorter limit."""

OUT_OF_TIME = 124
"""What `timeout` of the coreutils exits with, too."""

FAREWELL_S = 60.0
"""How long an interrupted step has for saying what it has seen."""

TYPED = ("hub", "hardware", "web/npm.py", "web/build_pages.py")


@dataclass(frozen=True, slots=True)
class Step:
    """One check: its name and its command line, run in the folder of the project."""

    name: str
    command: tuple[str, ...]
    limit_s: float | None = LIMIT_S


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a step."""

    step: Step
    exit_code: int
    duration_s: float

    def __str__(self) -> str:
        result = "ok" if self.exit_code == 0 else f"FAILED (exit code {self.exit_code})"
        return f"  {self.step.name:<14} {self.duration_s:7.1f} s  {result}"


def steps() -> tuple[Step, ...]:
    """All checks, quick ones first; the tools run in this interpreter's environment."""
    python = sys.executable
    programs = Path(python).parent
    return (
        Step("ruff format", (python, "-m", "ruff", "format", "--check", ".")),
        Step("ruff check", (python, "-m", "ruff", "check", ".")),
        Step("lint-imports", (str(programs / "lint-imports"), "--no-logo")),
        *(types_step(platform) for platform in ("linux", "win32", "darwin")),
        Step("mpy-cross", (python, "-m", "hub.flashing.package")),
        Step("pyright", (python, "-m", "hub.flashing.check_types")),
        Step("svelte-check", (python, "web/npm.py", "run", "check")),
        Step("vitest", (python, "web/npm.py", "run", "test")),
        Step("pytest", pytest_step((*ON_ALL_PROCESSORS, f"--ignore-glob={NODES}")).command, 2_700),
        Step("pytest nodes", pytest_step(("tests/firmware", "--ignore=tests/firmware/image")).command, 900),
    )


def quick_steps() -> tuple[Step, ...]:
    """What to run while working on a change: static checks in Python, and the fast tests.

    Types are checked for Linux only, and no tests run that need the processors to themselves.
    """
    left_out = {*NEEDS_NODE, "mypy win32", "mypy darwin", "mpy-cross", "pytest", "pytest nodes"}
    elsewhere = (f"--ignore-glob={NODES}", *(f"--ignore=tests/{folder}" for folder in LONG))
    tests = pytest_step((*ON_ALL_PROCESSORS[:-1], "--quiet", *elsewhere, "-m", NOT_QUICK))
    return (*(step for step in steps() if step.name not in left_out), tests)


def types_step(platform: str) -> Step:
    """Check types for one system, with its own cache: a shared one would be rebuilt on every change of system."""
    options = (f"--platform={platform}", f"--cache-dir=.mypy_cache/{platform}", "--num-workers=auto")
    return Step(f"mypy {platform}", (sys.executable, "-m", "mypy", *options, *TYPED))


def pytest_step(arguments: Sequence[str] = ()) -> Step:
    """Pytest over everything, or with arguments of its own."""
    return Step("pytest", (sys.executable, "-m", "pytest", *arguments), None)


def run(step: Step) -> Outcome:
    """Run one step with its output on ours; a command that cannot start, or does not end, counts as failed."""
    print(f"\n=== {step.name}", flush=True)
    started = time.monotonic()
    try:
        exit_code = waited(step)
    except OSError as error:
        print(error, file=sys.stderr, flush=True)
        exit_code = 127
    return Outcome(step, exit_code, time.monotonic() - started)


def waited(step: Step) -> int:
    """Start the step's command and wait for it; past its limit it is interrupted, which makes pytest report."""
    with subprocess.Popen(step.command, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(step.limit_s)
        except subprocess.TimeoutExpired:
            print(f"\n{step.name} did not end within {step.limit_s:.0f} s: it is interrupted.", flush=True)
            process.send_signal(signal.SIGINT)
            return OUT_OF_TIME
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            raise
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """See that the command ends, and whatever it started with it: an orphan would hold our output open."""
    try:
        process.wait(FAREWELL_S)
    except subprocess.TimeoutExpired:
        process.kill()
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def summary(outcomes: Sequence[Outcome]) -> str:
    """One line per step and a verdict."""
    failed = [outcome.step.name for outcome in outcomes if outcome.exit_code != 0]
    verdict = f"The gate is shut: {', '.join(failed)}." if failed else "The gate is open: every step succeeded."
    return "\n".join(["", *map(str, outcomes), verdict])


def pass_through(chosen: Sequence[Step], runner: Callable[[Step], Outcome] = run) -> int:
    """Run the steps in order and print the summary; returns 0 only if all succeeded."""
    outcomes = [runner(step) for step in chosen]
    print(summary(outcomes), flush=True)
    return int(any(outcome.exit_code != 0 for outcome in outcomes))


def main(arguments: Sequence[str]) -> int:
    """Run the whole gate, its quick part, or pytest alone with the arguments given; returns the exit code."""
    if not (ROOT / "tests").is_dir():
        print(
            "The tests are not part of an installed Bankhalter: run `python3 hub test` in its source folder.",
            file=sys.stderr,
        )
        return 2
    if list(arguments) == ["quick"]:
        return pass_through(quick_steps())
    return run(pytest_step(arguments)).exit_code if arguments else pass_through(steps())

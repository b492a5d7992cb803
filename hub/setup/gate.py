"""The gate: every check a change must pass, run in order by `python3 hub test`, the same for people and CI.

It has three rungs (`tests/rungs.py`): `python3 hub test quick`, `python3 hub test` and `python3 hub test all`; with any
other ARGUMENTS `python3 hub test` runs only pytest, with them. Each step's output is shown as it arrives, that of type
checkers, which run behind the others, after it; the summary with durations is printed last, and a failed step fails the
gate without stopping the other steps. A step that hangs, or for which no time is left, is interrupted, so that the gate
always ends with a summary, in time.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hub.setup.steps import FAREWELL_S, CheckResult, CheckStep, Run

RUNGS_S = {"quick": 300.0, "gate": 1_200.0, "all": 3_600.0}
"""The rungs, and within how many seconds each ends on two cores, a busy computer included."""

PROCESSORS = os.cpu_count() or 1
TESTS = ("--dist=loadfile", "--no-loadscope-reorder", "--durations=20")
"""More workers than processors, because tests wait for browsers, boards, hubs, and deadlines. A file's tests stay
together, because they share what they set up; they begin in the order of their folders, which has the long ones early.
"""

AGAIN = ("--reruns=1", "--reruns-delay=1", "-raR")
"""A test that fails once runs again, and pytest's summary names it (`R`); not in `all`, where it has failed."""

TYPED = ("hub", "hardware", "web/npm.py", "web/build_pages.py")


def steps(rung: str = "gate") -> tuple[CheckStep, ...]:
    """All steps of a rung, quick ones first; the tools run in this interpreter's environment."""
    python = sys.executable
    programs = Path(python).parent
    every = (
        CheckStep("ruff format", (python, "-m", "ruff", "format", "--check", "."), rung="quick"),
        CheckStep("ruff check", (python, "-m", "ruff", "check", "."), rung="quick"),
        CheckStep("lint-imports", (str(programs / "lint-imports"), "--no-logo"), rung="quick"),
        types_step("linux", "quick"),
        types_step("win32", "all"),
        types_step("darwin", "all"),
        CheckStep("mpy-cross", (python, "-m", "hub.flashing.package")),
        CheckStep("pyright", (python, "-m", "hub.flashing.check_types"), behind=True),
        CheckStep("svelte-check", (python, "web/npm.py", "run", "check"), behind=True),
        CheckStep("vitest", (python, "web/npm.py", "run", "test")),
        tests_step(rung),
    )
    rungs = tuple(RUNGS_S)
    return tuple(step for step in every if rungs.index(step.rung) <= rungs.index(rung))


def types_step(platform: str, rung: str) -> CheckStep:
    """Type checks for one platform, with a cache of its own: a shared one would be rebuilt for each platform."""
    options = (f"--platform={platform}", f"--cache-dir=.mypy_cache/{platform}")
    command = (sys.executable, "-m", "mypy", *options, *TYPED)
    return CheckStep(f"mypy {platform}", command, RUNGS_S[rung], rung, behind=True)


def tests_step(rung: str) -> CheckStep:
    """The tests of a rung, which may take all the time there is."""
    workers = PROCESSORS + (4 if rung == "quick" else 2)  # quick tests wait more than they compute
    arguments = (
        "--cache-clear",
        f"--rung={rung}",
        f"--numprocesses={workers}",
        *TESTS,
        *(() if rung == "all" else AGAIN),
    )
    return CheckStep("pytest", pytest_step(arguments).command, RUNGS_S[rung], "quick")


def pytest_step(arguments: Sequence[str] = ()) -> CheckStep:
    """Pytest over all tests, or with the arguments given."""
    return CheckStep("pytest", (sys.executable, "-m", "pytest", *arguments), math.inf)


def summary(outcomes: Sequence[CheckResult]) -> str:
    """One line per step, and a verdict."""
    failed = [outcome.step.name for outcome in outcomes if outcome.exit_code != 0]
    verdict = f"The gate is shut: {', '.join(failed)}." if failed else "The gate is open: every step succeeded."
    return "\n".join(["", *map(str, outcomes), verdict])


def pass_through(
    chosen: Sequence[CheckStep],
    budget_s: float = RUNGS_S["gate"],
    runner: Callable[[CheckStep], CheckResult] | None = None,
) -> int:
    """Run the steps in order, some behind the others, and print the summary; returns 0 only if all succeeded.

    Whatever is not done when the budget ends is interrupted, or does not begin, and has failed.
    """
    until = time.monotonic() + budget_s - FAREWELL_S
    with tempfile.TemporaryFile() as said, ThreadPoolExecutor(1) as pool:
        behind = Run(until, said)
        coming = {step: pool.submit(behind, step) for step in chosen if step.behind}
        try:
            outcomes = {step: (runner or Run(until))(step) for step in chosen if not step.behind}
            outcomes |= {step: future.result() for step, future in coming.items()}
        except BaseException:
            behind.interrupted.set()
            raise
        said.seek(0)
        shutil.copyfileobj(said, sys.stdout.buffer)
    print(summary([outcomes[step] for step in chosen]), flush=True)
    return int(any(outcome.exit_code != 0 for outcome in outcomes.values()))


def main(arguments: Sequence[str]) -> int:
    """Run a rung, or pytest alone with the arguments given; returns the exit code."""
    match arguments:
        case []:
            return pass_through(steps())
        case [("quick" | "all") as rung]:
            return pass_through(steps(rung), RUNGS_S[rung])
        case ["seeded", *names]:
            return Run()(
                CheckStep("seeded", (sys.executable, "tests/seeded_faults/run.py", *names), math.inf)
            ).exit_code
        case _:
            return Run()(pytest_step(arguments)).exit_code

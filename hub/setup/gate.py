"""The gate: every check a change must pass, run in order by `python3 hub test`, the same for people and CI.

It has three rungs (`tests/rungs.py`): `python3 hub test quick`, `python3 hub test` and `python3 hub test all`; with any
other ARGUMENTS `python3 hub test` runs only pytest, with them. Each step's output is shown as it arrives, that
of type checkers, which run behind the others, when they have ended; the summary with durations is printed last, and a
failed step fails the gate without stopping the other steps. A step that hangs is interrupted, so that the gate always
ends with a summary. If only a few tests failed, they run once more, one at a time; those that then pass are named in
the summary.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from hub.setup.behind import Behind
from hub.setup.second_try import after_second_try
from hub.setup.steps import ROOT, Outcome, Step, run

PROCESSORS = os.cpu_count() or 1
TOGETHER = ("--dist=loadfile", "--no-loadscope-reorder")
"""A file's tests stay together, because they share what they set up. They begin in the order of their folders, which
has the long ones early; by the number of tests, as otherwise, whole games in browsers would begin last, in one worker.
"""

ALL_TESTS = (f"--numprocesses={PROCESSORS + 2}", *TOGETHER, "--durations=20")
QUICK_TESTS = (f"--numprocesses={PROCESSORS + 2}", *TOGETHER, "--quiet")
"""More workers than processors, because tests wait for browsers, boards, hubs, and deadlines."""

NODES = tuple(f"tests/firmware/test_{name}.py" for name in ("node", "faults", "evening", "killed_hub"))
"""Real nodes with watchdogs run against the clock there, and need the processors to themselves."""

NODE_TESTS = (f"--numprocesses={min(PROCESSORS, 2)}", *TOGETHER)
"""Two of these files at a time, the long ones first: each waits for four fifths of its time, for fingers and tags."""

NEEDS_NODE = {"pyright", "svelte-check", "vitest"}

TYPED = ("hub", "hardware", "web/npm.py", "web/build_pages.py")


def steps(rung: str = "gate") -> tuple[Step, ...]:
    """All steps of a rung above the quick one, quick steps first; the tools run in this interpreter's environment."""
    python = sys.executable
    programs = Path(python).parent
    return (
        Step("ruff format", (python, "-m", "ruff", "format", "--check", ".")),
        Step("ruff check", (python, "-m", "ruff", "check", ".")),
        Step("lint-imports", (str(programs / "lint-imports"), "--no-logo")),
        *(types_step(platform) for platform in ("linux", "win32", "darwin")),
        Step("mpy-cross", (python, "-m", "hub.flashing.package")),
        Step("pyright", (python, "-m", "hub.flashing.check_types"), behind=True),
        Step("svelte-check", (python, "web/npm.py", "run", "check"), behind=True),
        Step("vitest", (python, "web/npm.py", "run", "test")),
        Step(
            "pytest",
            tests_step(f"--rung={rung}", *ALL_TESTS, *(f"--ignore={path}" for path in NODES)),
            3_600,
            second_try=True,
        ),
        Step("pytest nodes", tests_step(f"--rung={rung}", *NODE_TESTS, *NODES), 900, second_try=True),
    )


def quick_steps() -> tuple[Step, ...]:
    """The steps to run while working on a change: static checks of Python, and the fast tests.

    Types are checked for Linux only.
    """
    left_out = {*NEEDS_NODE, "mypy win32", "mypy darwin", "mpy-cross", "pytest", "pytest nodes"}
    tests = pytest_step(("--rung=quick", *QUICK_TESTS))
    return (*(step for step in steps() if step.name not in left_out), tests)


def types_step(platform: str) -> Step:
    """Type checks for one platform, with a cache of its own: a shared one would be rebuilt for each platform."""
    options = (f"--platform={platform}", f"--cache-dir=.mypy_cache/{platform}", "--num-workers=auto")
    return Step(f"mypy {platform}", (sys.executable, "-m", "mypy", *options, *TYPED), behind=True)


def tests_step(*arguments: str) -> tuple[str, ...]:
    """The pytest command of the whole gate: clears the list of last failures, so that it then holds only this run's."""
    return pytest_step(("--cache-clear", *arguments)).command


def pytest_step(arguments: Sequence[str] = ()) -> Step:
    """Pytest over all tests, or with the arguments given."""
    return Step("pytest", (sys.executable, "-m", "pytest", *arguments), None)


def summary(outcomes: Sequence[Outcome]) -> str:
    """One line per step and a verdict."""
    failed = [outcome.step.name for outcome in outcomes if outcome.exit_code != 0]
    verdict = f"The gate is shut: {', '.join(failed)}." if failed else "The gate is open: every step succeeded."
    unsteady = chain.from_iterable(outcome.unsteady for outcome in outcomes)
    named = [f"It failed once, and passed alone: {test}" for test in unsteady]
    return "\n".join(["", *map(str, outcomes), *named, verdict])


def pass_through(chosen: Sequence[Step], runner: Callable[[Step], Outcome] = run) -> int:
    """Run the steps in order, some behind the others, and print the summary; returns 0 only if all succeeded."""
    outcomes = {}
    with Behind([step for step in chosen if step.behind]) as behind:
        for step in chosen:
            if not step.behind:
                outcome = runner(step)
                outcomes[step] = after_second_try(outcome, runner) if step.second_try else outcome
                behind.show()
    outcomes |= behind.outcomes
    print(summary([outcomes[step] for step in chosen]), flush=True)
    return int(any(outcome.exit_code != 0 for outcome in outcomes.values()))


def main(arguments: Sequence[str]) -> int:
    """Run a rung of the gate, or pytest alone with the arguments given; returns the exit code."""
    if not (ROOT / "tests").is_dir():
        print(
            "The tests are not part of an installed Bankhalter: run `python3 hub test` in its source folder.",
            file=sys.stderr,
        )
        return 2
    match arguments:
        case []:
            return pass_through(steps())
        case ["quick"]:
            return pass_through(quick_steps())
        case ["all"]:
            return pass_through(steps("all"))
        case ["seeded", *names]:
            return run(Step("seeded", (sys.executable, "tests/seeded_faults/run.py", *names), None)).exit_code
        case _:
            return run(pytest_step(arguments)).exit_code

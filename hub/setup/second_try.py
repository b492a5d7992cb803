"""A second try for what fails on a busy computer: a test that then passes alone is named, and shuts the gate no more.

Whatever owes nothing to the clock fails both times: see decision 0059.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hub.setup.steps import ROOT, Outcome, Step

TESTS_FAILED = 1
"""What pytest exits with when it has run everything and some of it failed."""

AT_MOST = 3
"""More failures than that cannot be blamed on a busy computer."""

LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")
"""Where pytest writes what failed, below the folder whose tests they are."""


def failed_tests(root: Path) -> list[str]:
    """The tests that pytest last saw fail, by their ids, which are paths from there."""
    try:
        return sorted(json.loads((root / LAST_FAILED).read_bytes()))
    except FileNotFoundError:
        return []


def second_try(tests: Sequence[str], root: Path) -> Step:
    """Run these tests alone, one after the other."""
    places = (str(root / test) for test in tests)
    return Step("second try", (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *places), 900)


def after_second_try(outcome: Outcome, run: Callable[[Step], Outcome], root: Path = ROOT) -> Outcome:
    """What a step of tests counts for: unchanged, or succeeded with the names of the tests that needed a second try."""
    failed = failed_tests(root)
    if outcome.exit_code != TESTS_FAILED or not 1 <= len(failed) <= AT_MOST:
        return outcome
    again = run(second_try(failed, root))
    if again.exit_code != 0:
        return outcome
    return replace(outcome, exit_code=0, duration_s=outcome.duration_s + again.duration_s, unsteady=tuple(failed))

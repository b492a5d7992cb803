"""A second try for tests that fail on a busy computer: one that passes on its own is named, but does not fail the gate.

A failure that has nothing to do with timing fails both times: see decision 0059.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hub.setup.steps import ROOT, Outcome, Step

TESTS_FAILED = 1
"""The exit code of pytest when all tests were run and some of them failed."""

AT_MOST = 3
"""More failures than these cannot be blamed on a busy computer."""

LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")
"""Where pytest writes what failed, below the folder whose tests they are."""


def failed_tests(root: Path) -> list[str]:
    """The ids of the tests that failed in the last run of pytest, relative to `root`."""
    try:
        return sorted(json.loads((root / LAST_FAILED).read_bytes()))
    except FileNotFoundError:
        return []


def second_try(tests: Sequence[str], root: Path) -> Step:
    """A step that runs these tests one after the other, with nothing beside them."""
    places = (str(root / test) for test in tests)
    return Step("second try", (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *places), 900)


def after_second_try(outcome: Outcome, run: Callable[[Step], Outcome], root: Path = ROOT) -> Outcome:
    """The outcome that counts: unchanged, or success that names the tests which needed a second try."""
    failed = failed_tests(root)
    if outcome.exit_code != TESTS_FAILED or not 1 <= len(failed) <= AT_MOST:
        return outcome
    again = run(second_try(failed, root))
    if again.exit_code != 0:
        return outcome
    return replace(outcome, exit_code=0, duration_s=outcome.duration_s + again.duration_s, unsteady=tuple(failed))

"""What all tests share: Hypothesis' profiles, and the word on whether this machine has Chromium."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ON_CI = os.environ.get("CI") == "true"
NO_CHROMIUM = "Chromium is missing; on Debian: sudo apt install chromium"

# The same examples on every run of CI: a red gate must be red again for whoever looks into it.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("local", deadline=None, print_blob=True)
settings.load_profile("ci" if ON_CI else "local")


def find_chromium() -> Path | None:
    """The Chromium of this machine; Playwright's own download is never used."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return Path(found) if found else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without Chromium a browser test is skipped at home and fails on CI, where its absence is the fault."""
    if item.get_closest_marker("browser") and find_chromium() is None:
        if ON_CI:
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Chromium's program, for Playwright's `executable_path`; for tests marked `browser`."""
    found = find_chromium()
    assert found, NO_CHROMIUM
    return found

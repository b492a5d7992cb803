"""The Chromium of this machine, started alike for tests and for the pictures of the docs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.own_name import OWN_NAME
from playwright.sync_api import Browser, sync_playwright

MISSING = "Chromium is missing; on Debian: sudo apt install chromium-headless-shell"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is Chromium without the window around its pages: the same pages in two thirds of the time."""

FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {OWN_NAME} 127.0.0.1",
)


def find_chromium() -> Path | None:
    """The Chromium of this machine; Playwright's own download is never used."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    return Path(found) if found else None


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, in which this computer's own name leads to the hub, as in a house where it is known.

    Two at once are one too many for Playwright: in a test, use the fixture `browser`.
    """
    found = find_chromium()
    assert found, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS])
        yield browser
        browser.close()

"""The installed Chromium, started in the same way for tests and for screenshots in the docs."""

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
    """The installed Chromium, None if there is none; Playwright's own download is never used."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    return Path(found) if found else None


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium with this computer's own name resolving to the hub, as in a network where that name is known.

    Playwright's synchronous interface allows only one at a time: in a test, use the fixture `browser`.
    """
    found = find_chromium()
    assert found, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS])
        yield browser
        browser.close()

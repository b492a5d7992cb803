"""Chromium looks at the real pages of a real hub; every device is watched for errors and for what it asks of others."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.devices import Visit, visiting
from browser.reach import FullHouse
from helpers.house import House
from playwright.sync_api import Browser

from hub.pages import PagesNotBuilt, pages_dir
from hub.setup.bootstrap import web_module

AHEAD = shutil.ignore_patterns("parts.json*")
"""Two hundred parts, which a page fetches ahead while nothing else is to do: more than all that a test waits for."""


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the built pages, so that a build meanwhile changes nothing; a test of old pages would prove nothing."""
    try:
        folder = pages_dir()
    except PagesNotBuilt as missing:
        pytest.fail(str(missing), pytrace=False)
    if folder.name == "dist" and not web_module("build_pages").is_fresh():
        pytest.fail("The pages are older than their sources: run `python3 hub` once to build them.", pytrace=False)
    copy = Path(shutil.copytree(folder, tmp_path_factory.mktemp("pages") / "pages", ignore=AHEAD))
    (copy / "parts.json").write_text("[]")
    return copy


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path, pages: Path) -> Iterator[House]:
    """A hub that is not open yet, with what the module of a test says in `HOUSE`."""
    house = House(tmp_path, pages=pages, **getattr(request.module, "HOUSE", {}))
    yield house
    house.close()


@pytest.fixture
def full(tmp_path: Path, pages: Path) -> Iterator[FullHouse]:
    """The same, and when it opens, eight sit down or as many as a position says."""
    house = FullHouse(tmp_path / "full", pages=pages)
    yield house
    house.close()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page of this house on a device of its own; nothing may go wrong there."""
    with visiting(browser, house, staged=hasattr(request.module, "STAGED_AT_ONCE")) as (open_page, screens):
        yield open_page
    faults = [fault for screen in screens for fault in screen.faults()]
    assert not faults, "\n".join(faults)

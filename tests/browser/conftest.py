"""Chromium looks at the real pages of a real hub; every device is watched for errors and for what it asks of others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.devices import DEVICES, PATIENCE_MS, Visit
from browser.reach import FullHouse
from browser.screen import Screen, storing
from helpers.house import House
from playwright.sync_api import Browser, WebSocketRoute

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
def house(tmp_path: Path, pages: Path) -> Iterator[House]:
    """A hub that is not open yet."""
    house = House(tmp_path, pages=pages)
    yield house
    house.close()


@pytest.fixture
def full(tmp_path: Path, pages: Path) -> Iterator[FullHouse]:
    """The same, and when it opens, eight sit down or as many as a position says."""
    house = FullHouse(tmp_path / "full", pages=pages)
    yield house
    house.close()


def refuse(wire: WebSocketRoute) -> None:
    """As Safari is said to do with a certificate that no authority has signed."""
    wire.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page of this house on a device of its own: from the network or at the hub's computer, with a code.

    `of` is another house, `origin` the address of another hub; with `key` the device has been its banker's before.
    `device` is the page whose usual device it is, if not that of `page`; a `newcomer` has never been here before; if it
    is `blocked`, it gets no WebSocket.
    """
    own = house
    screens: list[Screen] = []

    def open_page(
        page: str,
        *,
        local: bool = False,
        of: House | None = None,
        origin: str | None = None,
        code_of: int | None = None,
        key: str | None = None,
        device: str | None = None,
        newcomer: bool = False,
        blocked: bool = False,
        **wanted: Any,
    ) -> Screen:
        house = of or own
        wishes = {"reduced_motion": "reduce", **DEVICES[device or page], **wanted}
        origin = origin or (house.local_url if local else house.url)
        key = house.key if local else key
        context = browser.new_context(storage_state=storing(origin, key, newcomer=newcomer), **wishes)
        context.set_default_timeout(PATIENCE_MS)
        if blocked:
            context.route_web_socket("**/socket.io/**", refuse)
        screens.append(Screen(context, house, origin, wishes["locale"][:2]))
        screens[-1].open(page if code_of is None else f"{page}#code={house.view().join.codes[str(code_of)]}")
        return screens[-1]

    yield open_page
    for screen in screens:
        screen.page.context.close()
    faults = [fault for screen in screens for fault in screen.faults()]
    assert not faults, "\n".join(faults)

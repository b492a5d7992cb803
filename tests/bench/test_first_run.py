"""The first evening is set up in moments, without reading anything: PIN, edition, names, pieces and a phone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest
from helpers.house import House
from helpers.waiting import until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.devices import Visit
    from browser.screen import Screen

pytestmark = pytest.mark.browser
NAMES: Final = ("Oma", "Mila", "Jonas")
FIRST_RUN_S, JOINING_S = 120, 10
TAP_S, NAME_S, PIN_S = 2, 5, 6
"""What a person needs beside the pages: to find and touch a button, to type a name, to read the PIN."""


class Person:
    """Somebody at the tablet, whose touches are counted."""

    def __init__(self, tablet: Screen) -> None:
        self.tablet, self.taps = tablet, 0

    def press(self, key: str) -> None:
        self.tablet.press(key)
        self.taps += 1

    def add(self, name: str) -> None:
        """Type a name and add it; the piece is asked for by itself."""
        self.tablet.page.get_by_label(self.tablet.say("lobby.name.new")).fill(name)
        self.press("lobby.add")
        expect(self.tablet.page.locator("li[data-seat]").filter(has_text=name)).to_have_count(1)


def test_a_first_run_takes_less_than_two_minutes(house: House, visit: Visit) -> None:
    """From the PIN to the first throw, with three players, their pieces and a phone; the phone alone takes seconds."""
    house.open()
    begun = time.monotonic()
    tablet = visit("table")
    person = Person(tablet)
    tablet.pair()
    edition = tablet.page.get_by_role("radio", name=tablet.say("edition.classic"))
    tablet.touch(edition)
    expect(edition).to_be_checked()
    for name in NAMES:
        person.add(name)
    until(lambda: all(seat.tag for seat in house.view().seats), "the pieces are known")
    person.press("lobby.join.show")
    address = urlsplit(str(tablet.page.locator("img[data-join]").get_attribute("data-join")))
    assert (address.path, address.fragment) == ("/play", f"code={house.view().join.codes['0']}")
    scanned = time.monotonic()
    phone = visit("play", code_of=0)
    expect(phone.page.get_by_role("heading", name=NAMES[0], level=1)).to_be_visible()
    joined_s = time.monotonic() - scanned
    person.press("lobby.start")
    tablet.prompt("opening_throw_pending")
    took_s = time.monotonic() - begun
    with_person_s = took_s + TAP_S * (person.taps + 1) + NAME_S * len(NAMES) + PIN_S
    print(f"first run: {took_s:.1f} s of pages, {with_person_s:.0f} s with a person; the phone: {joined_s:.1f} s")
    assert with_person_s < FIRST_RUN_S
    assert joined_s < JOINING_S

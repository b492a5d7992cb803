"""A phone is lost amid the game: the banker gives its seat a new code, and the finder only looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.house import House
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Visit

pytestmark = pytest.mark.browser


def test_a_lost_phone_is_shut_out_from_the_tablet(house: House, visit: Visit) -> None:
    """Menu, phones, hold: the seat has another code, which is shown to be scanned, and the old phone has to join."""
    house.open("Anna", "Ben")
    old = house.view().join.codes["1"]
    phone = visit("play", code_of=1)
    expect(phone.page.get_by_text("Ben").first).to_be_visible()
    house.begin()
    tablet = visit("table", local=True)
    tablet.press("menu")
    tablet.press("menu.phones")
    seat = tablet.page.locator("[data-seat='1']").last
    expect(seat.get_by_text(tablet.say("phones.in"))).to_be_visible()
    before = house.view().join.codes["1"]
    lost = seat.get_by_role("button", name=tablet.say("phones.void"))
    lost.hover()
    tablet.page.mouse.down()
    expect(seat.get_by_text(tablet.say("phones.out"))).to_be_visible()
    tablet.page.mouse.up()
    tablet.touch(seat.get_by_role("button", name=tablet.say("phones.show")))
    after = house.view().join.codes["1"]
    assert after not in {before, old}
    expect(seat.get_by_text(after)).to_be_visible()

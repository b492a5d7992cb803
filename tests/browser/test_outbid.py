"""Nobody bids what they have not read, however fast others are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.positions import lobby
from playwright.sync_api import expect

from hub.domain.commands import Decline, PlaceBid
from hub.domain.tasks import AuctionRunning

if TYPE_CHECKING:
    from browser.conftest import Visit
    from helpers.house import House

pytestmark = pytest.mark.browser
ANNA, BJOERN, CHLOE = 0, 1, 2


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_a_finger_on_a_bid_sends_what_it_touched(house: House, visit: Visit, locale: str) -> None:
    """Björn's finger is on 56 when Anna bids 156: Björn bids nothing, and reads that Anna was faster."""
    lobby(house)
    house.begin()
    house.throw(ANNA, 1, 2)
    house.play(Decline(ANNA), PlaceBid(CHLOE, 55))
    phone = visit("play", code_of=BJOERN, locale=locale)
    bid = phone.read("auction_running").get_by_role("button", name=re.compile("56$"))
    bid.scroll_into_view_if_needed()
    box = bid.bounding_box()
    assert box
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = phone.page.context.new_cdp_session(phone.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    house.play(PlaceBid(ANNA, 156))
    expect(phone.button("command.place_bid")).to_contain_text("157")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.page.get_by_role("alert").filter(has_text="156")).to_have_text(
        phone.say("reason.bid_too_low.outbid", leader="Anna", high=156)
    )
    task = house.task
    assert isinstance(task, AuctionRunning)
    assert (task.leader, task.high) == (ANNA, 156)

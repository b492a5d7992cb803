"""An auction that the hub calls, and a maximum that only one phone shows."""

import pytest
from browser.devices import Visit, once
from browser.positions import lobby, sealed
from browser.reach import FINGER_PX, LOW_PHONES, PHONE
from browser.walk import DOUBLE_PX, USUAL_PX, Reach, all_in_reach
from helpers.house import House
from playwright.sync_api import expect

from hub.domain.commands import Decline, PlaceBid
from hub.domain.tasks import AuctionRunning
from hub.table.automatic.auctioneer import Auctioneer
from hub.table.requests import SetGoing

ANNA, BJOERN, CHLOE = 0, 1, 2
SECRET = "777"


def called(house: House) -> None:
    """The hub says what it would say next, without anybody waiting for it."""
    count = house.table.auction.wanted()
    assert count is not None
    house.table.auction.say(count)


def test_a_maximum_is_named_on_a_phone_and_seen_on_no_other(house: House, visit: Visit) -> None:
    """Björn's phone has the hub bid up to 777 against Anna; tablet, TV and Chloë's phone show the bids alone."""
    lobby(house)
    house.begin()
    house.throw(ANNA, 1, 2)
    house.play(Decline(ANNA), PlaceBid(ANNA, 55))
    phone = visit("play", code_of=BJOERN, locale="de-DE")
    others = [visit("table"), visit("tv"), visit("play", code_of=CHLOE, locale="de-DE")]
    phone.press("command.set_maximum")
    pad = phone.page.get_by_role("dialog")
    phone.type_amount(pad, SECRET)
    phone.press("maximum.send", amount=SECRET)
    expect(phone.page.get_by_text(phone.say("maximum.set", amount=SECRET))).to_be_visible()
    house.play(PlaceBid(ANNA, 100))
    for other in others:
        expect(other.page.get_by_text("101").first).to_be_visible()
        assert SECRET not in other.page.content()
    phone.press("command.take_back_maximum")
    expect(phone.page.get_by_text(phone.say("maximum.set", amount=SECRET))).to_have_count(0)
    house.play(PlaceBid(ANNA, 200))
    task = house.task
    assert isinstance(task, AuctionRunning)
    assert (task.leader, task.high) == (ANNA, 200)


@pytest.mark.parametrize("opens", once(["command.set_maximum", "amount.edit", "sealed.enter"], ["sealed.enter"]))
def test_an_amount_is_sent_without_scrolling(house: House, visit: Visit, opens: str) -> None:
    """On low phones, too, amount and what sends it are in sight; held sideways the keys, too, however large letters."""
    if opens == "sealed.enter":
        sealed(house)
    else:
        lobby(house)
        house.begin()
        house.throw(ANNA, 1, 2)
        house.play(Decline(ANNA), PlaceBid(ANNA, 55))
    phone = visit("play", code_of=BJOERN)
    phone.press(opens)
    expect(phone.page.get_by_role("dialog").locator("output")).to_be_visible()
    wanted = {"the amount": "[role=dialog] output", "what sends it": "[role=dialog] .send .button"}
    sideways, *upright = LOW_PHONES
    keys = {"a key": "[role=dialog] .key"}
    held_sideways = [Reach((sideways,), wanted | keys, letters) for letters in (USUAL_PX, DOUBLE_PX)]
    all_in_reach(phone, FINGER_PX, Reach((*PHONE, *upright), wanted), *held_sideways)


def test_going_once_going_twice_sold_is_seen_everywhere(
    house: House, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Switched on in the banker's menu, each call stands on tablet, TV and phones, until the lot is sold."""
    monkeypatch.setattr(Auctioneer, "_look", lambda _self: None)  # this test calls, however long pages take
    lobby(house)
    house.begin()
    tablet, tv, leader = visit("table"), visit("tv"), visit("play", code_of=ANNA, locale="de-DE")
    tablet.pair()
    tablet.press("menu")
    choices = tablet.page.get_by_role("radiogroup", name=tablet.say("going.ask")).get_by_role("radio")
    tablet.touch(choices.nth(4))
    expect(choices.nth(4)).to_have_attribute("aria-checked", "true")
    tablet.page.keyboard.press("Escape")
    house.throw(ANNA, 1, 2)
    house.play(Decline(ANNA), PlaceBid(ANNA, 55))
    assert house.view().going_s == 12
    for call in ("going.1", "going.2"):
        called(house)
        for screen in (tablet, tv, leader):
            expect(screen.page.get_by_text(screen.say(call), exact=True)).to_be_visible()
    called(house)
    assert not isinstance(house.task, AuctionRunning)
    for screen in (tablet, tv, leader):
        expect(screen.page.locator("[data-called]")).to_have_count(0)
    house.do(SetGoing(0))

"""An auction that the hub calls, and a maximum that only one phone shows; nobody bids what they have not read."""

import re

import pytest
from browser.devices import Visit, once
from browser.positions import BROWN, lobby, own, sealed
from browser.reach import FINGER_PX, LOW_PHONES, PHONE
from browser.screen import READING_MS
from browser.walk import DOUBLE_PX, USUAL_PX, Reach, all_in_reach
from helpers.house import House
from playwright.sync_api import expect

from hub.domain.commands import Bundle, Decline, OfferTrade, PlaceBid, WithdrawTrade
from hub.domain.corrections import CorrectTurn
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


ANNA, BJOERN, CHLOE = 0, 1, 2
STARTING_MONEY = 1_500


@pytest.mark.parametrize("locale", once(["de-DE", "en-GB"], ["en-GB"]))
def test_a_finger_on_a_bid_sends_what_it_touched(house: House, visit: Visit, locale: str) -> None:
    """Björn's finger is on 56 when Anna bids 156: Björn bids nothing, and reads that Anna was faster."""
    lobby(house)
    house.begin()
    house.throw(ANNA, 1, 2)
    house.play(Decline(ANNA), PlaceBid(CHLOE, 55))
    phone = visit("play", code_of=BJOERN, locale=locale)
    bid = phone.read("auction_running").get_by_role("button", name=re.compile("56$"))
    with phone.finger_on(bid):
        house.play(PlaceBid(ANNA, 156))
        expect(phone.button("command.place_bid")).to_contain_text("157")
    expect(phone.page.get_by_role("alert").filter(has_text="156")).to_have_text(
        phone.say("reason.bid_too_low.outbid", leader="Anna", high=156)
    )
    task = house.task
    assert isinstance(task, AuctionRunning)
    assert (task.leader, task.high) == (ANNA, 156)


def test_what_came_under_the_finger_is_not_accepted(house: House, visit: Visit) -> None:
    """Anna's finger is on an offer of 120 when Björn offers 20 instead, which she has not read: she keeps all."""
    lobby(house)
    house.begin()
    own(house, ANNA, BROWN[1])
    house.correct(CorrectTurn(BJOERN))
    house.play(OfferTrade(BJOERN, ANNA, Bundle(money=120), Bundle(deeds=(BROWN[1],))))
    phone = visit("play", code_of=ANNA)
    accept = phone.button("command.accept_trade")
    expect(accept).to_contain_text("120")
    phone.page.wait_for_timeout(READING_MS)
    with phone.finger_on(accept):
        house.play(WithdrawTrade(BJOERN, 1), OfferTrade(BJOERN, ANNA, Bundle(money=20), Bundle(deeds=(BROWN[1],))))
        expect(accept).not_to_contain_text("120")
    expect(phone.page.get_by_role("alert").filter(has_text=phone.say("reason.stale"))).to_be_visible()
    assert [shown.offer.id for shown in house.view().offers] == [2]
    assert house.balances()[ANNA] == STARTING_MONEY

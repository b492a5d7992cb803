"""Amounts on a phone: sent without scrolling, and never one that nobody has read."""

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

ANNA, BJOERN, CHLOE = 0, 1, 2
STARTING_MONEY = 1_500


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
    phone.answer("sealed_auction_running" if opens == "sealed.enter" else "auction_running", opens)
    expect(phone.page.get_by_role("dialog").locator("output")).to_be_visible()
    wanted = {"the amount": "[role=dialog] output", "what sends it": "[role=dialog] .send .button"}
    sideways, *upright = LOW_PHONES
    keys = {"a key": "[role=dialog] .key"}
    held_sideways = [Reach((sideways,), wanted | keys, letters) for letters in (USUAL_PX, DOUBLE_PX)]
    all_in_reach(phone, FINGER_PX, Reach((*PHONE, *upright), wanted), *held_sideways)


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

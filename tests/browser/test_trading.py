"""A trade between a phone and the tablet, with a mortgage that changes hands."""

import pytest
from browser import positions
from browser.devices import Visit
from browser.offer import give, send, side
from browser.screen import READING_MS
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.tasks import ThrowPending

BJOERN = 1
SUEDBAHNHOF = 5


@pytest.mark.rule("classic-24")
@pytest.mark.rule("classic-26")
def test_phone_offers_tablet_counters_phone_accepts_and_the_mortgage_is_redeemed(house: House, visit: Visit) -> None:
    """Björn's phone mortgages a station and offers it, Anna counters on the tablet; Björn accepts, Anna redeems."""
    positions.groups(house)
    positions.own(house, BJOERN, SUEDBAHNHOF)
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    station = phone.page.locator(f"[data-deed='{SUEDBAHNHOF}']")
    phone.touch(station.get_by_role("button", name=f"{phone.say('command.mortgage')}: South Station"))
    phone.page.wait_for_timeout(READING_MS)
    phone.touch(station.get_by_role("button", name=phone.say("confirm.again", amount="+100")))
    until(lambda: house.balances()[BJOERN] == 1600, "the mortgage is paid out")
    expect(station).to_contain_text(phone.say("deeds.mortgaged"))

    phone.press("table.trade")
    window = phone.page.get_by_role("dialog", name=phone.say("trade.title"))
    phone.touch(window.get_by_role("button", name="Anna"))
    phone.touch(side(window, phone, "Björn").get_by_role("button", name="South Station"))
    give(window, phone, "Anna", 150)
    send(window, phone)
    expect(phone.button("command.withdraw_trade")).to_be_visible()

    tablet.press("trade.counter")
    counter = tablet.page.get_by_role("dialog", name=tablet.say("trade.counter"))
    give(counter, tablet, "Anna", 90)
    send(counter, tablet)
    accept = phone.button("command.accept_trade")
    expect(accept).to_contain_text("90")
    phone.page.wait_for_timeout(READING_MS)
    phone.touch(accept)
    tablet.answer("mortgage_choice_pending", "command.redeem")
    until(lambda: isinstance(house.task, ThrowPending), "the mortgage is decided")

    assert house.balances()[:2] == [1500 - 90 - 110, 1600 + 90]
    deed = next(deed for deed in house.view().deeds if deed.deed == SUEDBAHNHOF)
    assert (deed.owner, deed.mortgaged) == (0, False)
    tablet.shows()
    phone.shows(BJOERN)

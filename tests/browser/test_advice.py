"""Advice: allowed on the tablet, asked for on one's own phone, shown in plain words there and nowhere else."""

from collections.abc import Iterator

import pytest
from browser import positions
from browser.devices import Visit
from helpers.house import House
from playwright.sync_api import expect

from hub.domain.commands import Bundle, OfferTrade
from hub.features.odds.advising import AdviceDesk
from hub.features.odds.outlook import Budget
from hub.features.odds.requests import SetAdvice, SetOutlook
from hub.features.odds.threads import OddsThread

ANNA, BJOERN = 0, 1


@pytest.fixture
def advised(house: House, unyielding: None) -> Iterator[House]:
    """Anna stands on a street for sale, and somebody gives advice as `bankhalter play` does."""
    positions.purchase(house)
    desk = house.table.desk(AdviceDesk)
    desk.budget = Budget(60, seconds=20)
    adviser = OddsThread(desk)
    house.table.subscribe(adviser.wake)
    adviser.start()
    yield house
    adviser.stop()


def test_a_child_asks_on_its_phone_and_nobody_else_sees_the_answer(advised: House, visit: Visit) -> None:
    """The banker allows it; then the phone asks, and shows each answer with its odds until the question is answered."""
    advised.do(SetOutlook(on=True))
    tablet, phone = visit("table", local=True), visit("play", code_of=ANNA)
    others = [tablet, visit("tv"), visit("play", code_of=BJOERN, locale="en-GB")]
    phone.prompt("buy_pending")
    expect(phone.page.locator("[data-advice]")).to_have_count(0)
    tablet.press("menu")
    tablet.press("menu.seats")
    allowing = tablet.page.get_by_role("radiogroup", name=tablet.say("advice.allow", name="Anna"), exact=True)
    tablet.touch(allowing.get_by_role("radio", name=tablet.say("outlook.on"), exact=True))

    phone.touch(phone.page.get_by_role("button", name=phone.say("advice.ask")))
    answered = phone.page.locator("[data-advice=answered]")
    expect(answered.get_by_role("listitem")).to_have_count(2, timeout=60_000)
    for key in ("command.buy", "command.decline", "advice.verdict.best"):
        expect(answered).to_contain_text(phone.say(key))
    for other in others:
        expect(other.page.locator("[data-advice]")).to_have_count(0)
        assert not any("verdict" in frame for frame in other.frames)
    assert any("verdict" in frame for frame in phone.frames)
    phone.press("command.decline")
    expect(phone.page.locator("[data-advice=answered]")).to_have_count(0)


def test_an_offer_shows_what_it_means_for_both(advised: House, visit: Visit) -> None:
    """On the phone of whom it was made to, in another's turn, in English."""
    advised.do(SetOutlook(on=True))
    advised.do(SetAdvice(BJOERN, on=True))
    deed = next(deed.deed for deed in advised.view().deeds if deed.owner == ANNA and not deed.mortgaged)
    advised.play(OfferTrade(ANNA, BJOERN, Bundle(deeds=(deed,)), Bundle(money=20)))
    phone = visit("play", code_of=BJOERN, locale="en-GB")
    phone.touch(phone.page.get_by_role("button", name=phone.say("advice.ask.offer")).last)
    answered = phone.page.locator("[data-advice=answered]")
    expect(answered.get_by_role("listitem")).to_have_count(2, timeout=60_000)
    expect(answered).to_contain_text("Anna then wins about")

"""Who is winning, how long the evening will be, and advice: each where it is allowed, in both languages."""

import math
import re
from collections.abc import Iterator

import pytest
from browser import positions
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.features.odds.advising import AdviceDesk
from hub.features.odds.outlook import Budget
from hub.features.odds.requests import SetOutlook
from hub.features.odds.threads import OddsThread
from hub.features.odds.watching import OutlookDesk

ANNA = 0


@pytest.fixture
def playing(house: House, unyielding: None) -> Iterator[House]:
    """Three play, and somebody looks ahead as `bankhalter play` does."""
    house.open("Anna", "Ben", "Carla")
    house.begin()
    desk = house.table.desk(OutlookDesk)
    desk.budget = Budget(200, seconds=1.5)
    watcher = OddsThread(desk)
    house.table.subscribe(watcher.wake)
    watcher.start()
    yield house
    watcher.stop()


def halves_up(value: float) -> int:
    return math.floor(value + 0.5)


def chances(screen: Screen) -> Locator:
    """What is shown once it is known."""
    expect(screen.page.locator("[data-outlook=known]")).to_have_count(1)
    found = screen.page.locator("[data-chance]")
    expect(found).to_have_count(3)
    return found


def test_chances_and_time_are_shown_while_people_want_to_know(playing: House, visit: Visit) -> None:
    """Nothing before; then a chance for each, the same on both screens, for each position; nothing afterwards."""
    tablet, tv, phone = visit("table", local=True), visit("tv"), visit("play", code_of=ANNA)
    tablet.prompt("throw_pending")
    for screen in (tablet, tv, phone):
        expect(screen.page.locator("[data-outlook], [data-chance]")).to_have_count(0)

    tablet.touch(tablet.page.get_by_role("button", name=tablet.say("menu"), exact=True))
    menu = tablet.page.get_by_role("dialog", name=tablet.say("menu"))
    switch = menu.get_by_role("radiogroup", name=tablet.say("outlook.ask"), exact=True)
    tablet.touch(switch.get_by_role("radio", name=tablet.say("outlook.on"), exact=True))
    tablet.shut(menu)
    for screen in (tablet, tv):
        chances(screen)
        expect(screen.page.locator("[data-outlook]")).to_contain_text("Noch etwa")
    before = playing.view().version

    playing.throw_and_buy(ANNA, 1, 2)
    until(lambda: playing.view().version > before and playing.view().outlook.odds, "the odds of the new position")

    def agrees(screen: Screen) -> bool:
        """Whether it says what the hub says now, which is made more exact once."""
        percent = halves_up(playing.view().outlook.odds[ANNA] * 100)
        return bool(re.search(rf"(etwa|about) {percent} ", chances(screen).first.inner_text()))

    for screen in (tablet, tv):
        until(lambda screen=screen: agrees(screen), "the odds on the screen")
    expect(phone.page.locator("[data-outlook]")).to_have_count(0)

    tablet.touch(tablet.page.get_by_role("button", name=tablet.say("menu"), exact=True))
    tablet.touch(switch.get_by_role("radio", name=tablet.say("outlook.off"), exact=True))
    for screen in (tablet, tv):
        expect(screen.page.locator("[data-outlook], [data-chance]")).to_have_count(0)


def test_a_full_table_fits_on_the_television(house: House, visit: Visit) -> None:
    """Eight players, the time and the way in: nothing stands below the edge of the screen."""
    house.open("Anna", "Ben", "Carla", "Dominik", "Elisabeth", "Franz", "Gesine", "Hannes")
    house.begin()
    house.do(SetOutlook(on=True))
    tv = visit("tv")
    expect(tv.page.locator("[data-outlook=open]")).to_have_count(1)
    boxes = [tv.page.locator(part).bounding_box() for part in ("li[data-account='7']", "[data-outlook]", ".join")]
    assert all(box is not None for box in boxes)
    assert [box["y"] + box["height"] <= 1080 for box in boxes if box] == [True] * 3
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[2]["y"]


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

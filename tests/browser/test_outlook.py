"""Who is winning, on tablet and television: switched on by the banker, right after each move, in both languages."""

import math
import re
from collections.abc import Iterator

import pytest
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

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

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

from hub.domain.commands import Bundle, OfferTrade
from hub.features.odds import lengths
from hub.features.odds.advising import AdviceDesk
from hub.features.odds.lengths import LengthDesk
from hub.features.odds.outlook import Budget, Outlook
from hub.features.odds.position import Position
from hub.features.odds.requests import SetAdvice, SetOutlook
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


TURNS = 90


@pytest.fixture
def gathered(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Three are about to play, and somebody looks ahead who knows at once that a game takes ninety turns."""

    def outlook(_workers: object, position: Position, *_: object) -> Outlook:
        rounds = [int(way.partition(":")[2]) for way in position.rules.agreed if way.startswith("rounds")]
        turns = min([TURNS, *[3 * each for each in rounds]])
        return Outlook((), (), (), turns, turns, turns, 100, "paper")

    monkeypatch.setattr(lengths, "outlook", outlook)
    house.open("Anna", "Ben", "Carla")
    thread = OddsThread(house.table.desk(LengthDesk))
    house.table.subscribe(thread.wake)
    thread.start()
    yield house
    thread.stop()


def test_a_shorter_evening_is_chosen_by_its_minutes(gathered: House, visit: Visit) -> None:
    """Both screens say how long it takes; what the banker chooses is agreed on, and both say how long that takes."""
    tablet, tv = visit("table", local=True), visit("tv")
    shown = [(screen, "Heute etwa {} Minuten") for screen in (tablet, tv)]
    for screen, words in shown:
        expect(screen.page.locator("[data-length=known]")).to_contain_text(words.format(TURNS * 40 // 60))
    expect(tv.page.locator("button")).to_have_count(0)
    choice = tablet.page.get_by_role("radio", name=re.compile("15 Runden"))
    expect(choice).to_have_attribute("aria-checked", "false")
    tablet.touch(choice)
    until(lambda: gathered.view().house_rules == ("rounds:15",), "the short evening is agreed on")
    for screen, words in shown:
        expect(screen.page.locator("[data-length=known]")).to_contain_text(words.format(15 * 3 * 40 // 60))
    expect(choice).to_have_attribute("aria-checked", "true")

"""Whoever is here for the first time: a tour that is in nobody's way, and the next house."""

import re

import pytest
from browser import positions
from browser.devices import Visit, once
from browser.positions import BROWN, own
from browser.reach import (
    CONTROLS,
    ENDING,
    FINGER_PX,
    LOW_PHONES,
    MONEY,
    PHONE,
    QUESTION,
    TABLE_MONEY,
    TABLET_FINGER_PX,
    TABLETS,
    FullHouse,
    moment,
)
from browser.screen import STAGED, Screen
from browser.test_questions import at_a_question
from browser.walk import DOUBLE_PX, Reach, all_in_reach
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import Buy

STAGED_AT_ONCE = True
ANNA = 0
STEPS = {"table": ("players", "question", "actions", "back"), "play": ("money", "question", "deeds", "history")}
FIRST_ASKED = ("throw", "buy", "auction", "debt")


def tour(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name=screen.say("tour.title"), exact=True)


def first_time(visit: Visit, page: str, house: House, seat: int = ANNA) -> Screen:
    """A device that was never here."""
    if page == "table":
        return visit("table", local=True, of=house, newcomer=True)
    return visit("play", code_of=seat, of=house, newcomer=True)


@pytest.mark.parametrize("page", STEPS)
def test_the_tour_comes_once_and_again_when_asked_for(house: House, visit: Visit, page: str) -> None:
    """With the first game on a device; it says what is where, ends by itself, and the menu has it for good."""
    positions.lobby(house)
    screen = first_time(visit, page, house)
    screen.page.wait_for_selector("main")
    expect(tour(screen)).to_have_count(0)
    house.begin()
    for name in STEPS[page]:
        expect(tour(screen)).to_contain_text(screen.say(f"tour.{page}.{name}"))
        expect(screen.page.locator("[data-toured]")).to_have_count(1)
        screen.touch(tour(screen).get_by_role("button").last)
    expect(tour(screen)).to_have_count(0)
    screen.page.reload()
    expect(screen.page.locator("[data-account]").first).to_be_visible()
    if page == "table":
        screen.press("menu")
    expect(tour(screen)).to_have_count(0)
    screen.press("tour.again")
    expect(tour(screen)).to_contain_text(screen.say(f"tour.{page}.{STEPS[page][0]}"))
    screen.touch(tour(screen).get_by_role("button", name=screen.say("tour.leave")))
    expect(tour(screen)).to_have_count(0)
    expect(screen.page.locator("[data-toured]")).to_have_count(0)


@pytest.mark.parametrize("asked", once(FIRST_ASKED, ["auction"]))
def test_the_tour_covers_no_answer(full: FullHouse, visit: Visit, asked: str) -> None:
    """With eight at the table answers, question and one's own money are in reach; to an auction it gives way."""
    moment(asked, 8)(full)
    prompt = full.view().prompt
    assert prompt
    tablet, phone = first_time(visit, "table", full), first_time(visit, "play", full, prompt.seats[0])
    expect(tour(at_a_question(phone))).to_be_visible()
    expect(tour(at_a_question(tablet))).to_have_count(0 if asked == "auction" else 1)
    usual = Reach(TABLETS, QUESTION | TABLE_MONEY | {"an answer": CONTROLS})
    all_in_reach(tablet, TABLET_FINGER_PX, usual, Reach(TABLETS, {"an answer": ENDING}, DOUBLE_PX))
    all_in_reach(phone, FINGER_PX, Reach((*PHONE, *LOW_PHONES), QUESTION | MONEY | {"an answer": CONTROLS}))


def test_a_complete_group_offers_the_next_house_in_one_tap(house: House, visit: Visit) -> None:
    """On the tablet and on her own phone Anna reads what it costs and becomes, and one tap builds it."""
    house.open("Anna", "Björn")
    house.begin()
    own(house, ANNA, BROWN[0])
    screens = [visit("table", local=True), visit("play", code_of=ANNA)]
    house.throw(ANNA, 1, 2)
    screens[0].prompt("buy_pending")
    screens[1].prompt("buy_pending")
    screens[0].page.wait_for_selector("[data-piece='0']")
    for screen in screens:
        screen.page.evaluate(STAGED)
    house.play(Buy(ANNA))
    steps = [screen.page.locator("[data-moment=group]").get_by_role("button").first for screen in screens]
    for screen, step in zip(screens, steps, strict=True):
        built = screen.say("building.count.house", count=1)
        expect(step).to_have_text(re.compile(f"Turmstraße.*{built}.*50"))
    money = house.balances()[ANNA]
    screens[0].touch(steps[0])
    until(lambda: house.balances()[ANNA] == money - 50, "the house is built")
    assert {deed.deed: deed.stage for deed in house.view().deeds} == {BROWN[0]: 0, BROWN[1]: 1}

"""Buildings: the last houses contested from two devices."""

import re

import pytest
from browser import positions
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import WantBuildings
from hub.domain.tasks import AuctionRunning, PlacingPending, ShortagePending, ThrowPending

ANNA, BJOERN, CHLOE = range(3)
CHAUSSEESTRASSE, _, POSTSTRASSE = positions.LIGHT_BLUE
TURMSTRASSE = positions.BROWN[1]


def stages(house: House, *deeds: int) -> list[int]:
    """What stands on these streets."""
    found = {deed.deed: deed.stage for deed in house.view().deeds}
    return [found[deed] for deed in deeds]


def step(screen: Screen, command: str, deed: int) -> Locator:
    """The button that takes a street one step up or down."""
    row = screen.page.locator(f"[data-build='{deed}']")
    return row.get_by_role("button", name=re.compile(f"^{screen.say(f'command.{command}')}:"))


def want(screen: Screen, amount: int) -> None:
    """Ask for that many of the scarce houses."""
    question = screen.read("shortage_pending")
    number = question.get_by_role("group", name=screen.say("want.count"))
    for _ in range(1, amount):
        screen.touch(number.get_by_role("button", name=screen.say("want.more")))
    expect(number.get_by_role("status")).to_contain_text(str(amount))
    screen.touch(question.locator(".button.primary"))


def win(house: House, seat: int, winner: Screen, loser: Screen) -> None:
    """One bids, the other drops out, and a house waits for its place."""
    winner.answer("auction_running", "command.place_bid")
    until(lambda: isinstance(house.task, AuctionRunning) and house.task.leader == seat, "the bid leads")
    loser.answer("auction_running", "command.pass_bid")
    until(lambda: isinstance(house.task, PlacingPending), "a house is won")


@pytest.mark.rule("classic-22")
def test_the_last_houses_are_auctioned_one_by_one_from_two_devices(house: House, visit: Visit) -> None:
    """Anna at the tablet and Björn on the phone bid for the last two houses, Chloé wants none: each gets one."""
    positions.scarce(house)
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    deeds = tablet.window("table.deeds", "deeds.title")
    tablet.touch(step(tablet, "build", CHAUSSEESTRASSE))
    expect(deeds).to_have_count(0)
    want(tablet, 3)
    want(phone, 2)
    until(lambda: isinstance(house.task, ShortagePending) and house.task.seats == (CHLOE,), "only Chloé is asked")
    house.play(WantBuildings(CHLOE, 0))

    win(house, BJOERN, phone, tablet)
    phone.touch(phone.read("placing_pending").get_by_role("button", name=re.compile("^Turmstraße")))
    until(lambda: stages(house, TURMSTRASSE) == [1], "Björn's house stands")
    tablet.touch(tablet.read("auction_running").get_by_role("radio", name="Anna"))
    win(house, ANNA, tablet, phone)
    tablet.read("placing_pending")
    tablet.touch(tablet.page.get_by_role("button", name=re.compile("^Poststraße")).first)
    until(lambda: isinstance(house.task, ThrowPending), "nothing is left to deal out")

    assert stages(house, POSTSTRASSE, TURMSTRASSE) == [1, 1]
    assert house.view().stock["house"] == 0
    assert house.balances()[:2] == [1450, 1450]
    tablet.shows()
    phone.shows(BJOERN)

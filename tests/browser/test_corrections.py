"""What the banker puts right by hand, with its reason in the history; taken back; and what "Why?" says of a rent."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from browser import positions
from helpers.house import House, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.screen import Screen
    from playwright.sync_api import Locator

    from hub.table.contract import View

pytestmark = pytest.mark.browser
ANNA, BJOERN = 0, 1
SOLD = [(ANNA, 23), (BJOERN, 2)]
REASON = "Wechselgeld vergessen"

Choose = Callable[["Screen", "Locator"], None]
Seen = Callable[["View"], object]


def pick(screen: Screen, window: Locator, group: str, name: str) -> None:
    """Choose one of a few."""
    choices = window.get_by_role("radiogroup", name=screen.say(group), exact=True)
    screen.touch(choices.get_by_role("radio", name=re.compile(f"{re.escape(name)}$")))


def money(screen: Screen, window: Locator) -> None:
    """Björn gives Anna 50."""
    pick(screen, window, "correct.from", "Björn")
    pick(screen, window, "correct.to", "Anna")
    screen.touch(window.get_by_role("button", name=screen.say("amount.more", amount="50")))


def piece(screen: Screen, window: Locator) -> None:
    """Björn stands on the first station."""
    pick(screen, window, "correct.who", "Björn")
    window.get_by_label(screen.say("correct.space")).select_option("5")


def deed(screen: Screen, window: Locator) -> None:
    """The first station belongs to Björn."""
    window.get_by_label(screen.say("correct.deed")).select_option("5")
    pick(screen, window, "correct.owner", "Björn")


def buildings(screen: Screen, window: Locator) -> None:
    """A house stands on Badstraße."""
    pick(screen, window, "correct.group", screen.say("group.brown"))
    street = window.get_by_role("group", name="Badstraße")
    screen.touch(street.get_by_role("button", name=screen.say("want.more")))


def jail(screen: Screen, window: Locator) -> None:
    """Björn sits in jail."""
    pick(screen, window, "correct.who", "Björn")


def shares(screen: Screen, window: Locator) -> None:
    """Two of Anna's shares belong to Björn."""
    pick(screen, window, "market.issuer", "Anna")
    pick(screen, window, "correct.from", "Anna")
    pick(screen, window, "correct.to", "Björn")
    screen.touch(window.get_by_role("button", name=screen.say("want.more")))


KINDS: dict[str, tuple[Choose, Seen, object]] = {
    "money": (money, lambda view: [view.seats[ANNA].balance, view.seats[BJOERN].balance], [1550, 1450]),
    "piece": (piece, lambda view: view.seats[BJOERN].space, 5),
    "deed": (deed, lambda view: [sold.owner for sold in view.deeds if sold.deed == 5], [BJOERN]),
    "buildings": (buildings, lambda view: [sold.stage for sold in view.deeds if sold.deed == 1], [1]),
    "jail": (jail, lambda view: view.seats[BJOERN].misses, 0),
    "shares": (shares, lambda view: [(one.holder, one.count) for one in view.market.issuers[ANNA].holdings], SOLD),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_correction_is_held_down_told_with_its_reason_and_taken_back(house: House, visit: Visit, kind: str) -> None:
    """The banker chooses, says why, holds the button; the history tells it; undo brings back what was before."""
    choose, seen, wanted = KINDS[kind]
    (positions.shares if kind == "shares" else positions.groups)(house)
    before = seen(house.view())
    assert before != wanted
    tablet = visit("table", local=True)
    window = tablet.window("table.correct", "correct.title")
    pick(tablet, window, "correct.what", tablet.say(f"correct.what.{kind}"))
    choose(tablet, window)
    window.get_by_label(tablet.say("correct.reason")).fill(REASON)
    tablet.hold(window.get_by_role("button", name=re.compile(tablet.say("correct.do"))))
    expect(window).to_have_count(0)
    assert seen(house.view()) == wanted
    line = tablet.told(tablet.say("fact.corrected", reason=REASON))
    expect(line).to_have_count(1)
    tablet.shows()

    tablet.touch(tablet.page.get_by_role("toolbar").get_by_role("button", name=tablet.say("table.undo")))
    until(lambda: seen(house.view()) == before, "the correction is taken back")
    expect(line).to_contain_text(tablet.say("table.undone"))
    tablet.shows()


@pytest.mark.rule("classic-07")
def test_why_tells_the_sum_and_the_rule_of_a_rent(house: House, visit: Visit) -> None:
    """A tap on a rent in the history says what it was reckoned from, on the tablet and on the payer's phone."""
    positions.groups(house)
    house.throw_and_buy(ANNA, 1, 4)
    house.throw(BJOERN, 2, 4)
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    for screen in (tablet, phone):
        rent = screen.say("purpose.rent_street", payer="Björn", payee="Anna", amount="12", deed="Chausseestraße")
        screen.touch(screen.told(rent).get_by_role("button"))
        entry = screen.page.get_by_role("dialog", name=screen.say("table.feed"))
        expect(entry).to_contain_text(rent)
        expect(entry).to_contain_text(screen.say("why.open"))
        expect(entry).to_contain_text(screen.say("why.rent_street", deed="Chausseestraße", base="6", factor="2"))
        expect(entry).to_contain_text(screen.say("why.row", row="classic-07"))
        screen.shut(entry)


def test_a_turn_that_went_wrong_begins_anew_on_all_devices(house: House, visit: Visit) -> None:
    """Restarting the turn takes back a double, a purchase and a correction, and the phone follows the tablet."""
    positions.groups(house)
    house.throw_and_buy(ANNA, 4, 1)
    before = house.balances()
    house.throw(BJOERN, 2, 2)
    house.throw_and_buy(BJOERN, 4, 4)
    assert house.balances() != before
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    tablet.press("menu")
    tablet.press("menu.restart_turn")
    until(lambda: house.balances() == before, "the turn begins anew")
    phone.prompt("throw_pending")
    phone.shows(BJOERN)
    tablet.shows()

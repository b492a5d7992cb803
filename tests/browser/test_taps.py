"""How often a phone has to be touched for what an evening is made of."""

import re
from collections.abc import Callable

import pytest
from browser import positions
from browser.devices import Visit
from browser.offer import send, side
from browser.positions import Position
from browser.questions import Then
from browser.reach import to_bid, to_buy
from browser.screen import READING_MS, Screen
from browser.test_trading import stages, step
from helpers.house import House, until

from hub.domain.tasks import AuctionRunning, ThrowPending

COUNTED = "addEventListener('click', ({ isTrusted }) => { window.taps = (window.taps ?? 0) + isTrusted; }, true)"
"""What fingers did, as the page itself hears it."""
ANNA, BJOERN, SUEDBAHNHOF = 0, 1, 5
STREETS = {"Anna": "^Chausseestraße", "Björn": "^Badstraße"}


def three(house: House) -> None:
    house.open(*positions.NAMES[:3])
    house.begin()


def owning_a_station(house: House) -> None:
    positions.own(house, ANNA, SUEDBAHNHOF)


def rolls(phone: Screen) -> None:
    phone.house.dice.lay(1, 2)
    phone.answer("throw_pending", "command.throw")
    until(lambda: not isinstance(phone.house.task, ThrowPending), "dice lie")


def buys(phone: Screen) -> None:
    phone.answer("buy_pending", "command.buy")
    until(lambda: any(deed.owner == ANNA for deed in phone.house.view().deeds), "it is Anna's")


def bids(phone: Screen) -> None:
    phone.answer("auction_running", "command.place_bid")
    until(lambda: isinstance(task := phone.house.task, AuctionRunning) and task.leader == ANNA, "Anna leads")


def builds(phone: Screen) -> None:
    """A house on each street of a group."""
    for built, deed in enumerate(positions.LIGHT_BLUE, start=1):
        phone.touch(step(phone, "build", deed))
        until(lambda built=built: sum(stages(phone.house, *positions.LIGHT_BLUE)) == built, "one house more")


def mortgages(phone: Screen) -> None:
    row = phone.page.locator(f"[data-deed='{SUEDBAHNHOF}']")
    phone.touch(row.get_by_role("button", name=re.compile(f"^{phone.say('command.mortgage')}")))
    phone.page.wait_for_timeout(READING_MS)
    phone.touch(row.get_by_role("button", name=phone.say("confirm.again", amount="+100")))
    until(lambda: any(deed.mortgaged for deed in phone.house.view().deeds), "it is mortgaged")


def offers(phone: Screen) -> None:
    """A street of one's own for one of somebody else's."""
    phone.press("table.trade")
    window = phone.page.get_by_role("dialog", name=phone.say("trade.title"))
    phone.touch(window.get_by_role("button", name="Björn"))
    for name, street in STREETS.items():
        phone.touch(side(window, phone, name).get_by_role("button", name=re.compile(street)))
    send(window, phone)
    until(lambda: len(phone.house.view().offers) == 1, "it is offered")


@pytest.mark.parametrize(
    ("position", "does", "taps"),
    [
        (three, rolls, 1),
        (Then(three, to_buy), buys, 1),
        (Then(three, to_bid), bids, 1),
        (positions.groups, builds, 4),
        (Then(three, owning_a_station), mortgages, 2),
        (positions.groups, offers, 6),
    ],
)
def test_it_takes_few_taps(
    house: House, visit: Visit, position: Position, does: Callable[[Screen], None], taps: int
) -> None:
    """On the smallest usual phone, from the open question to what came of it; no tap is lost on a way there."""
    position(house)
    phone = visit("play", code_of=ANNA, locale="de-DE", viewport={"width": 360, "height": 640})
    phone.page.evaluate(COUNTED)
    does(phone)
    counted = phone.page.evaluate("window.taps")
    assert 0 < counted <= taps, counted

"""How often a phone or the tablet has to be touched for what an evening is made of."""

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
from helpers.house import House, until

from hub.domain.tasks import AuctionRunning, ThrowPending

COUNTED = "addEventListener('click', ({ isTrusted }) => { window.taps = (window.taps ?? 0) + isTrusted; }, true)"
"""What fingers did, as the page itself hears it."""
SIZES = {"play": {"width": 360, "height": 640}, "table": {"width": 1024, "height": 768}}
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


def at_tablet(screen: Screen) -> bool:
    return "/table" in screen.page.url


def looks_at_own(screen: Screen) -> None:
    """A phone shows one's own properties; at the tablet a tap on somebody shows theirs."""
    if at_tablet(screen):
        screen.press("deeds.of", name="Anna")


def builds(phone: Screen) -> None:
    """A house on each street of a group."""
    looks_at_own(phone)
    for built, deed in enumerate(positions.LIGHT_BLUE, start=1):
        row = phone.page.locator(f"[data-build='{deed}']")
        phone.touch(row.get_by_role("button", name=re.compile(f"^{phone.say('command.build')}:")))
        until(lambda built=built: sum(one.stage for one in phone.house.view().deeds) == built, "one house more")


def mortgages(phone: Screen) -> None:
    """What a phone could not take back it asks about once more."""
    looks_at_own(phone)
    row = phone.page.locator(f"[data-deed='{SUEDBAHNHOF}']")
    phone.touch(row.get_by_role("button", name=re.compile(f"^{phone.say('command.mortgage')}")))
    if not at_tablet(phone):
        phone.page.wait_for_timeout(READING_MS)
        phone.touch(row.get_by_role("button", name=phone.say("confirm.again", amount="+100")))
    until(lambda: any(deed.mortgaged for deed in phone.house.view().deeds), "it is mortgaged")


def offers(phone: Screen) -> None:
    """A street of one's own for one of somebody else's; at the tablet one says first who offers."""
    phone.press("table.trade")
    window = phone.page.get_by_role("dialog", name=phone.say("trade.title"))
    for asked, name in (("trade.who", "Anna"), ("trade.with", "Björn")):
        if asked == "trade.with" or at_tablet(phone):
            group = window.get_by_role("group", name=phone.say(asked))
            phone.touch(group.get_by_role("button", name=name))
    for name, street in STREETS.items():
        phone.touch(side(window, phone, name).get_by_role("button", name=re.compile(street)))
    send(window, phone)
    until(lambda: len(phone.house.view().offers) == 1, "it is offered")


def test_a_piece_is_put_right_in_four_taps(house: House, visit: Visit) -> None:
    """Where it should stand, that a piece does, whose, and one that is held down."""
    three(house)
    tablet = visit("table", local=True, locale="de-DE", viewport=SIZES["table"])
    tablet.page.evaluate(COUNTED)
    tablet.page.locator("g.tile").nth(SUEDBAHNHOF).locator(".ground").click()
    tablet.press("correct.here")
    window = tablet.page.get_by_role("dialog", name=tablet.say("correct.title"))
    tablet.touch(window.get_by_role("radio", name="Björn"))
    tablet.hold(window.get_by_role("button", name=re.compile("^" + tablet.say("correct.do"))))
    until(lambda: house.view().seats[BJOERN].space == SUEDBAHNHOF, "it stands there")
    assert tablet.page.evaluate("window.taps") <= 4


@pytest.mark.parametrize("page", ["play", "table"])
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
    house: House, visit: Visit, page: str, position: Position, does: Callable[[Screen], None], taps: int
) -> None:
    """On the smallest usual phone and tablet, from the open question to what came of it; no tap is lost on the way."""
    position(house)
    seat = {"code_of": ANNA} if page == "play" else {"local": True}
    phone = visit(page, locale="de-DE", viewport=SIZES[page], **seat)
    phone.page.evaluate(COUNTED)
    does(phone)
    counted = phone.page.evaluate("window.taps")
    assert 0 < counted <= taps, counted

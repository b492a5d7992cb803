"""A phone reads the sticker of a space: on a player's seat, and where the banker binds stickers to spaces.

Chromium on a computer has no NFC; `nfc.js` stands in for it as its specification says.
"""

from pathlib import Path

import pytest
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import Throw
from hub.domain.tasks import AdvancePending, BuyPending
from hub.features.stickers.stickers import Stick

STAND_IN = Path(__file__).with_name("nfc.js").read_text(encoding="utf-8")
STREET, STATION, STRANGE = "04:a1:b2:c3:d4:e5:03", "04:a1:b2:c3:d4:e5:05", "04:ff:ff:ff:ff:ff:ff"


def bound(house: House) -> None:
    """Two spaces have stickers, and it is Anna's turn."""
    house.by_hand = True
    house.open("Anna", "Ben")
    for space, serial in ((3, STREET), (5, STATION)):
        house.do(Stick(space, serial.replace(":", "").upper()))
    house.begin()


@pytest.fixture
def annas(house: House, visit: Visit) -> Screen:
    """Anna's phone, with NFC, at her seat. Pages of the hub's own computer are secure without a certificate."""
    bound(house)
    house.play(Throw(0, (1, 2)))
    return with_nfc(visit("play", origin=house.local_url, code_of=0))


def with_nfc(screen: Screen) -> Screen:
    """The same page, once it is somebody's, on a phone that has NFC."""
    expect(screen.page.locator("[data-account] .balance, article").first).to_be_visible()
    screen.page.context.add_init_script(STAND_IN)
    screen.page.reload()
    return screen


def card(screen: Screen) -> Locator:
    """What the seat says about stickers."""
    return screen.page.get_by_label(screen.say("stickers.phone"))


def hold(screen: Screen, serial: str, times: int = 1) -> None:
    """Hold the phone to a sticker, which it may read more than once."""
    screen.page.evaluate("([serial, times]) => { while (times--) nfc.hold(serial) }", [serial, times])


def allowed(screen: Screen) -> None:
    """Begin, and say yes to the browser's question."""
    screen.press("stickers.start")
    expect(card(screen)).to_contain_text(screen.say("stickers.asking"))
    screen.page.evaluate("nfc.say('granted')")
    until(lambda: screen.page.evaluate("nfc.scanning.size") == 1, "the phone reads")


def test_a_tap_on_the_space_ends_the_move(house: House, annas: Screen) -> None:
    """Anna says yes once, taps a wrong space, which is said everywhere, and then the right one: she may buy it."""
    allowed(annas)
    expect(card(annas)).to_contain_text(annas.say("stickers.goal", space="Turmstraße"))
    hold(annas, STATION)
    wrong = annas.say("board.wrong", name="Anna", space="Turmstraße", found="Südbahnhof")
    expect(annas.banner()).to_contain_text(wrong)
    assert isinstance(house.task, AdvancePending)
    hold(annas, STREET, times=5)
    until(lambda: isinstance(house.task, BuyPending), "the piece stands where it should")
    expect(annas.banner()).to_have_count(0)
    annas.prompt("buy_pending")
    expect(card(annas)).not_to_contain_text(annas.say("reason.piece_at_rest", space="Turmstraße"))


def test_without_stickers_nobody_hears_of_them(house: House, visit: Visit) -> None:
    """A family that has bound none sees nothing of it on its phones."""
    house.open("Anna", "Ben")
    house.begin()
    phone = visit("play", code_of=0)
    expect(phone.page.locator("[data-account] .balance").first).to_be_visible()
    expect(card(phone)).to_have_count(0)


def test_only_the_banker_sees_how(house: House, visit: Visit) -> None:
    """Whoever only looks at the device page is offered nothing of it."""
    house.open("Anna", "Ben")
    guest = visit("device")
    expect(guest.page.get_by_text(guest.say("device.only_banker"))).to_be_visible()
    expect(guest.page.get_by_label(guest.say("device.stickers"), exact=True)).to_have_count(0)

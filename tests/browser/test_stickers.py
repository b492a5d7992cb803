"""A phone reads the sticker of a space: on a player's seat, and where the banker binds stickers to spaces.

Chromium on a computer has no NFC; `nfc.js` stands in for it as its specification says.
"""

from pathlib import Path

import pytest
from browser.devices import Visit, once
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import Throw
from hub.domain.tasks import AdvancePending, BuyPending
from hub.features.stickers.stickers import STICKERS, Stick
from hub.table.requests import NewGame

STAND_IN = Path(__file__).with_name("nfc.js").read_text(encoding="utf-8")
STREET, STATION, STRANGE = "04:a1:b2:c3:d4:e5:03", "04:a1:b2:c3:d4:e5:05", "04:ff:ff:ff:ff:ff:ff"
AGENTS = {
    "apple": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "insecure": "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    "browser": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
    "nothing": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
}


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


def with_nfc(screen: Screen, before: str = "") -> Screen:
    """The same page, once it is somebody's, on a phone that has NFC; `before` is what was said to it earlier."""
    expect(screen.page.locator("[data-account] .balance, article").first).to_be_visible()
    screen.page.context.add_init_script(f"{STAND_IN};{before}")
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


def test_what_cannot_be_used_is_reported(house: House, annas: Screen) -> None:
    """A sticker of something else, one without a number, one taken away too soon, a space when nobody is moving."""
    allowed(annas)
    hold(annas, STRANGE)
    expect(card(annas)).to_contain_text(annas.say("reason.sticker_unknown"))
    for unread in ("nfc.hold('')", "nfc.fail()"):
        annas.page.evaluate(unread)
        expect(card(annas)).to_contain_text(annas.say("stickers.missed"))
    hold(annas, STREET)
    until(lambda: isinstance(house.task, BuyPending), "the piece stands where it should")
    hold(annas, STATION)
    expect(card(annas)).to_contain_text(annas.say("reason.piece_at_rest", space="Südbahnhof"))


def test_who_said_yes_before_is_not_asked_again(house: House, visit: Visit) -> None:
    """The phone reads as soon as the page stands, and no longer when the game is over for today."""
    bound(house)
    annas = with_nfc(visit("play", origin=house.local_url, code_of=0), "nfc.permission = 'granted'")
    until(lambda: annas.page.evaluate("nfc.scanning.size") == 1, "the phone reads")
    house.do(NewGame())
    until(lambda: annas.page.evaluate("nfc.scanning.size") == 0, "the phone has stopped")


TROUBLE = {
    "denied": ("nfc.say('denied')", "nfc.say('granted')"),
    "off": ("nfc.on = false; nfc.say('granted')", "nfc.on = true"),
    "missing": ("nfc.adapter = false; nfc.say('granted')", "nfc.adapter = true"),
}
"""What causes it, and what mends it."""


@pytest.mark.parametrize("trouble", once(TROUBLE, ["denied"]))
def test_what_keeps_a_phone_from_reading_is_reported(annas: Screen, trouble: str) -> None:
    """Somebody says no, NFC is off, there is none: it is said with what to do, and mended without a new page."""
    cause, mended = TROUBLE[trouble]
    annas.press("stickers.start")
    annas.page.evaluate(cause)
    expect(card(annas)).to_contain_text(annas.say(f"stickers.{trouble}"))
    annas.page.evaluate(mended)
    annas.touch(card(annas).get_by_role("button"))
    until(lambda: annas.page.evaluate("nfc.scanning.size") == 1, "the phone reads")


@pytest.mark.parametrize("why", once(AGENTS, ["apple"]))
def test_other_devices_learn_why_they_cannot(house: House, visit: Visit, why: str) -> None:
    """An iPhone, a page without a certificate, another browser, a computer: each is shown what counts instead."""
    bound(house)
    origin = house.url if why == "insecure" else house.local_url
    screen = visit("play", origin=origin, code_of=0, user_agent=AGENTS[why])
    screen.touch(card(screen).get_by_text(screen.say("stickers.cannot")))
    expect(card(screen)).to_contain_text(screen.say(f"stickers.{why}"))


def test_without_stickers_nobody_hears_of_them(house: House, visit: Visit) -> None:
    """A family that has bound none sees nothing of it on its phones."""
    house.open("Anna", "Ben")
    house.begin()
    phone = visit("play", code_of=0)
    expect(phone.page.locator("[data-account] .balance").first).to_be_visible()
    expect(card(phone)).to_have_count(0)


def test_the_banker_binds_stickers_to_spaces(house: House, visit: Visit) -> None:
    """One space after the other; a sticker that was used is refused by name; one space is bound again and forgotten."""
    house.open("Anna", "Ben")
    desk = with_nfc(visit("device", local=True), "nfc.permission = 'granted'")
    stickers = desk.page.get_by_label(desk.say("device.stickers"), exact=True).first
    bound = lambda: house.view().stickers  # noqa: E731
    desk.press("device.stickers.start")
    for space, (name, serial) in enumerate((("Start", STRANGE), ("Badstraße", STREET))):
        expect(stickers).to_contain_text(desk.say("device.stickers.now", space=name))
        hold(desk, serial)
        until(lambda: bound() == tuple(range(space + 1)), "it is bound")  # noqa: B023 called at once
    hold(desk, STRANGE)
    expect(stickers).to_contain_text(desk.say("reason.sticker_taken", space="Start"))
    assert bound() == (0, 1)
    desk.press("device.learn.stop")

    stickers.get_by_role("combobox").select_option("1")
    desk.press("device.stickers.start")
    hold(desk, STATION)
    uid = STATION.replace(":", "").upper()
    until(lambda: STICKERS.at(house.table.state).on(40) == {STRANGE.replace(":", "").upper(): 0, uid: 1}, "bound again")
    desk.press("device.learn.stop")
    stickers.get_by_role("combobox").select_option("1")
    desk.press("device.stickers.forget")
    until(lambda: bound() == (0,), "it is forgotten")


def test_only_the_banker_sees_how(house: House, visit: Visit) -> None:
    """Whoever only looks at the device page is offered nothing of it."""
    house.open("Anna", "Ben")
    guest = visit("device")
    expect(guest.page.get_by_text(guest.say("device.only_banker"))).to_be_visible()
    expect(guest.page.get_by_label(guest.say("device.stickers"), exact=True)).to_have_count(0)

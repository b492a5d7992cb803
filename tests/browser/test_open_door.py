"""Joining by oneself: scan the code of TV or tablet, choose a name; in a running game say who one is."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from browser.devices import Visit
from browser.reach import FINGER_PX, LOW_PHONES, NAMES, NARROW, PHONE, TABLETS, Sizes
from browser.screen import Screen
from browser.test_phones import at_the_door, bell
from browser.walk import DOUBLE_PX, Reach, all_in_reach
from helpers.house import House, until
from playwright.sync_api import expect

SEND = {"the way on": "[data-send] .button"}
WAYS = {"another way": ".ways .button"}
FORM = {**SEND, "the name": ".look input", "a colour or shape": ".choice"}


def scanned(screen: Screen, visit: Visit) -> Screen:
    """A phone that opens what the code on that screen says."""
    picture = screen.page.locator("img[data-join]").first
    expect(picture).to_be_visible()
    address = urlsplit(str(picture.get_attribute("data-join")))
    return visit(address.path.lstrip("/"), device="play")


def sit(phone: Screen, name: str) -> None:
    phone.page.get_by_label(phone.say("sit.name")).fill(name)
    phone.press("sit.send")


def is_of(phone: Screen, name: str) -> None:
    """It plays for that seat now."""
    expect(phone.page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_a_family_sits_down_and_nobody_types_on_the_tablet(house: House, visit: Visit) -> None:
    """By the codes of TV and tablet; the tablet says who came so, and starts the game."""
    house.open()
    tablet, tv = visit("table", local=True), visit("tv")
    expect(tablet.page.get_by_text(tablet.say("sit.empty"))).to_be_visible()
    ida, ole = scanned(tv, visit), scanned(tablet, visit)
    ida.touch(ida.page.get_by_role("button", name=ida.say("colour.teal"), exact=True))
    ida.touch(ida.page.get_by_role("button", name=ida.say("shape.heart"), exact=True))
    sit(ida, "Ida")
    is_of(ida, "Ida")
    expect(ole.page.get_by_role("button", name=ole.say("colour.teal"), exact=True)).to_be_disabled()
    sit(ole, "lda")
    expect(ole.page.get_by_role("alert")).to_contain_text(ole.say("reason.name_taken"))
    sit(ole, "Ole")
    is_of(ole, "Ole")
    for seat, name in enumerate(("Ida", "Ole")):
        row = tablet.page.locator(f"li[data-seat='{seat}']")
        expect(row).to_contain_text(name)
        expect(row).to_contain_text(tablet.say("sit.by_self"))
    ida_sits = house.view().seats[0]
    assert (ida_sits.colour, ida_sits.shape) == ("teal", "heart")
    house.dice.lay(6, 5, 1, 2)
    tablet.press("lobby.start")
    expect(ida.page.locator("[data-account='0'] .balance")).to_be_visible()
    ida.page.reload()
    expect(ida.page.locator("[data-account='0'] .balance")).to_be_visible()


def test_in_a_game_it_says_who_it_is_and_the_banker_says_yes(house: House, visit: Visit) -> None:
    """A phone that has lost its way in, or comes late, reads what to do and gets there; a no is heard."""
    house.open("Anna", "Ben")
    house.begin()
    tablet, tv = visit("table", local=True), visit("tv")
    phone = scanned(tv, visit)
    expect(phone.page.get_by_role("heading", name=phone.say("sit.who"))).to_be_visible()
    phone.touch(phone.page.locator("li[data-seat='1'] .button"))
    expect(phone.page.get_by_text(phone.say("sit.waiting", name="Ben"))).to_be_visible()
    expect(bell(tablet)).to_contain_text(tablet.say("phone.knock", name="Ben"))
    tablet.touch(at_the_door(tablet).get_by_role("button", name=tablet.say("phone.refuse"), exact=True))
    expect(phone.page.get_by_role("alert")).to_contain_text(phone.say("sit.no"))
    phone.touch(phone.page.locator("li[data-seat='1'] .button"))
    expect(bell(tablet)).to_contain_text(tablet.say("phone.knock", name="Ben"))
    phone.page.reload()
    expect(phone.page.get_by_text(phone.say("sit.waiting", name="Ben"))).to_be_visible()
    tablet.hold(at_the_door(tablet).get_by_role("button", name=tablet.say("phone.let_in")))
    is_of(phone, "Ben")
    expect(bell(tablet)).to_have_count(0)


def test_sitting_down_waits_for_a_hub_that_is_away(house: House, visit: Visit) -> None:
    """Killed before it answers, the hub is asked again when it is back: one seat, and the phone has it."""
    house.open("Anna")
    phone = visit("play")
    phone.page.get_by_label(phone.say("sit.name")).fill("Ida")
    phone.without_hub()
    commit = house.table._state.store.commit

    def and_die(batch: object) -> None:
        commit(batch)  # type: ignore[arg-type]
        raise SystemExit

    house.table._state.store.commit = and_die  # type: ignore[method-assign]
    phone.press("sit.send")
    until(lambda: b"Ida" in (house.table._state.store.document("lobby") or b""), "the seat is durable")
    house.close()
    house.open()
    is_of(phone, "Ida")
    assert [seat.name for seat in house.view().seats] == ["Anna", "Ida"]


SITTING: Sizes = (*PHONE, *LOW_PHONES, (360, 640), (320, 480))
"""Phones on which somebody sits down, old and low ones among them."""


def reached(phone: Screen, usual: Mapping[str, str], large: Mapping[str, str]) -> None:
    """All of it without scrolling, and with letters twice as large at least what leads on."""
    phone.page.wait_for_selector(next(iter(large.values())))
    all_in_reach(phone, FINGER_PX, Reach(SITTING, usual), Reach(SITTING, large, DOUBLE_PX))


def test_a_seat_is_taken_without_scrolling(house: House, visit: Visit) -> None:
    """With seven there, name, looks, other ways and code are in reach; who forgets the name may type it at once."""
    house.open(*NAMES[:7])
    phone = visit("play")
    reached(phone, FORM | WAYS, SEND | WAYS)
    phone.press("sit.send")
    expect(phone.page.get_by_label(phone.say("sit.name"))).to_be_focused()
    phone.has_code()
    typed = {"the field": "#code", "the way on": "form .button"}
    reached(phone, typed | WAYS, typed | WAYS)


def test_the_code_stands_whole_beside_four_names(house: House, visit: Visit) -> None:
    """On tablets, upright too, and on a phone that is the bank's nobody scrolls to what the others scan."""
    house.open(*NAMES[:4])
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector("[data-join]")
    all_in_reach(tablet, 0, Reach((*TABLETS, *NARROW, *PHONE), {"the code": "[data-join]"}))


def test_who_one_is_is_shown_without_scrolling(house: House, visit: Visit) -> None:
    """All eight while people gather and in the game, and, with the one that was touched, the way back."""
    house.open(*NAMES)
    phone = visit("play")
    names = {"a name": "li[data-seat] .button"}
    reached(phone, names | WAYS, WAYS)
    house.begin()
    expect(phone.page.get_by_text(phone.say("sit.full", most=8))).to_have_count(0)
    reached(phone, names | WAYS, WAYS)
    phone.touch(phone.page.locator("li[data-seat='0'] .button"))
    expect(phone.page.locator("main").get_by_role("status").filter(has_text=NAMES[0])).to_be_visible()
    reached(phone, WAYS | {"what it waits for": "main [role=status]"}, WAYS)

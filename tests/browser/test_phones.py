"""Phones of a seat: one that comes second is noticed, is listed and signed out; one that is lost is shut out."""

import re

from browser import positions
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import SealBid

ANNA = 0
SENTINEL = 718_281


def bell(screen: Screen) -> Locator:
    """What is said across the page about phones and tries."""
    return screen.page.locator(".bell[role=alert]")


def at_the_door(screen: Screen) -> Locator:
    """The same, once somebody has looked who is there: whoever is asked something sees only that somebody is."""
    expect(bell(screen)).to_have_count(1)
    folded = bell(screen).locator("button[aria-expanded=false]")
    if folded.count():
        screen.touch(folded)
        expect(folded).to_have_count(0)
    return bell(screen)


def seat_of(tablet: Screen, seat: int) -> Locator:
    """A seat in the banker's list of phones."""
    tablet.press("menu")
    tablet.press("menu.phones")
    return tablet.page.locator(f"[role=dialog] li[data-seat='{seat}']")


def states(house: House, seat: int) -> list[str]:
    return [phone.state for phone in house.view().join.phones.get(str(seat), ())]


def test_a_lost_phone_is_shut_out_from_the_tablet(house: House, visit: Visit) -> None:
    """Menu, phones, hold: the phone is out. A new code is a button beside it, and puts nobody out."""
    house.open("Anna", "Ben")
    phone = visit("play", code_of=1)
    expect(phone.page.get_by_text("Ben").first).to_be_visible()
    house.begin()
    tablet = visit("table", local=True)
    seat = seat_of(tablet, 1)
    before = house.view().join.codes["1"]
    tablet.touch(seat.get_by_role("button", name=tablet.say("phones.void")))
    until(lambda: house.view().join.codes["1"] != before, "the seat has another code")
    expect(seat.get_by_text(tablet.say("phones.in"))).to_be_visible()
    tablet.hold(seat.get_by_role("button", name=tablet.say("phone.sign_out")))
    expect(seat.get_by_text(tablet.say("phones.out"))).to_be_visible()
    expect(phone.page.get_by_role("heading", name=phone.say("sit.who"))).to_be_visible()
    tablet.touch(seat.get_by_role("button", name=tablet.say("phones.show")))
    expect(seat.get_by_text(house.view().join.codes["1"])).to_be_visible()


def test_a_second_phone_is_noticed_and_signed_out(house: House, visit: Visit) -> None:
    """Both the first phone and the tablet say so; the first one signs the second out, which has to join again."""
    house.open("Anna", "Ben")
    first = visit("play", code_of=0)
    expect(first.page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()
    house.begin()
    tablet = visit("table", local=True)
    second = visit("play", code_of=0)
    for screen in (first, tablet):
        expect(bell(screen)).to_contain_text(screen.say("phone.new", name="Anna"))
    expect(second.page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()
    expect(bell(second)).to_have_count(0)
    first.hold(at_the_door(first).get_by_role("button", name=first.say("phone.sign_out")))
    expect(second.page.get_by_role("heading", name=second.say("sit.who"))).to_be_visible()
    for screen in (first, tablet):
        expect(bell(screen)).to_have_count(0)
    second.page.reload()
    expect(second.page.get_by_role("heading", name=second.say("sit.who"))).to_be_visible()
    first.touch(first.page.get_by_role("button", name=re.compile("^One phone plays")))
    dialog = first.page.get_by_role("dialog", name=first.say("phone.title", name="Anna"))
    expect(dialog.locator("[data-phone]")).to_have_count(1)
    expect(dialog.locator("[data-phone='1']")).to_contain_text(first.say("phone.this"))


def test_a_bid_is_not_read_by_joining(house: House, visit: Visit) -> None:
    """While bids lie, a second phone waits for the first one's yes; it is told so, and shown no bid before."""
    positions.sealed(house)
    anna, tablet = visit("play", code_of=ANNA), visit("table", local=True)
    house.play(SealBid(ANNA, SENTINEL))
    second = visit("play", code_of=ANNA)
    expect(second.page.get_by_role("heading", name=second.say("play.join.waiting"))).to_be_visible()
    expect(second.page.get_by_text(second.say("play.join.waiting.hint", name="Anna"))).to_be_visible()
    second.page.reload()
    expect(second.page.get_by_role("heading", name=second.say("play.join.waiting"))).to_be_visible()
    expect(at_the_door(tablet)).to_contain_text(tablet.say("phone.waiting.banker", name="Anna"))
    tablet.hold(at_the_door(tablet).get_by_role("button", name=tablet.say("phone.let_in")))
    expect(bell(tablet)).to_contain_text(tablet.say("reason.bids_lie"))
    assert states(house, ANNA) == ["known", "waiting"]
    assert not [frame for frame in second.frames if str(SENTINEL) in frame]
    anna.hold(at_the_door(anna).get_by_role("button", name=anna.say("phone.let_in")))
    expect(second.page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()


def test_codes_are_covered_until_they_are_asked_for(house: House, visit: Visit) -> None:
    """In the lobby no code stands on the tablet; one that was asked for is covered again when a phone used it."""
    house.open("Anna", "Ben")
    tablet = visit("table", local=True)
    way_in = tablet.page.locator("[data-open-door]")
    expect(way_in).to_be_visible()
    codes = house.view().join.codes
    assert not [code for code in codes.values() if code in tablet.page.content()]
    tablet.press("lobby.phone.off", name="Anna")
    expect(tablet.page.get_by_text(codes["0"])).to_be_visible()
    visit("play", code_of=0)
    expect(way_in).to_be_visible()
    assert not [code for code in house.view().join.codes.values() if code in tablet.page.content()]


def test_wrong_tries_are_shown_to_the_banker(house: House, visit: Visit) -> None:
    """A wrong code gets a stranger no seat, and is counted on the tablet, until the banker has read it."""
    house.open("Anna", "Ben")
    tablet, stranger = visit("table", local=True), visit("play")
    stranger.has_code()
    stranger.page.get_by_label(stranger.say("play.join.code")).fill("AAAAA")
    stranger.press("play.join.send")
    expect(stranger.page.get_by_role("alert")).to_contain_text(stranger.say("reason.wrong_code"))
    expect(bell(tablet)).to_contain_text("ein Code.")
    tablet.press("phone.tries.seen")
    expect(bell(tablet)).to_have_count(0)

"""Editions with a longer track, a speed die and tickets, and one whose throws add up: chosen and played."""

import re

import pytest
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.commands import Advance, Throw
from hub.domain.corrections import CorrectPiece
from hub.domain.tasks import BuyPending, ThrowPending
from hub.table.requests import ChooseEdition, Hands

HOUSE = {"readers": 13}
ANNA, BEN = 0, 1
STADIONSTRASSE, SUEDBAHNHOF, TICKET_SPACE, LESSINGSTRASSE = 4, 6, 32, 34


def tap_on_the_track(tablet: Screen, space: int) -> None:
    box = tablet.page.locator("g.tile").nth(space).locator(".ground").bounding_box()
    assert box is not None
    tablet.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def owned(house: House) -> dict[int, int]:
    return {deed.deed: deed.owner for deed in house.view().deeds}


@pytest.mark.rule("mega-04")
@pytest.mark.rule("mega-07")
@pytest.mark.rule("mega-16")
def test_a_mogul_a_triple_and_a_ride_on_the_tablet(house: House, visit: Visit) -> None:
    """Chosen in the lobby: a mogul brings a second purchase, a triple is tapped on the track, a ticket used."""
    house.open("Anna", "Ben")
    tablet = visit("table", local=True)
    tablet.touch(tablet.page.get_by_role("radio", name=re.compile("^" + tablet.say("edition.mega"))))
    until(lambda: house.view().edition == "mega", "the edition is chosen")
    house.dice.lay(6, 5, 1, 2)
    tablet.press("lobby.start")
    for thrown in (1, 2):
        tablet.answer("opening_throw_pending", "command.throw")
        until(lambda done=thrown: house.view().undo == done, "a throw for the first turn")

    tablet.type_dice("3", "1", tablet.say("die.mogul"))
    tablet.answer("buy_pending", "command.buy")
    until(lambda: owned(house) == {STADIONSTRASSE: ANNA}, "the first move is over")
    until(lambda: house.task == BuyPending(ANNA, SUEDBAHNHOF, 20_000), "the mogul led on")
    tablet.answer("buy_pending", "command.buy")
    until(lambda: house.task == ThrowPending(BEN), "it is Ben's turn")

    tablet.type_dice("2", "2", "2")
    tablet.read("space_pending")
    tap_on_the_track(tablet, TICKET_SPACE)
    tablet.press("prompt.space.go", space="Shuttle-Ticket")
    prompt = tablet.read("ticket_pending")
    expect(tablet.page.locator("[data-account='1']")).to_contain_text(tablet.say("table.tickets", count=1))
    tablet.touch(prompt.get_by_role("button", name=tablet.say("prompt.space")))
    tablet.touch(tablet.page.get_by_role("dialog").get_by_role("button", name="Lessingstraße"))
    tablet.touch(prompt.get_by_role("button", name=tablet.say("prompt.space.go", space="Lessingstraße")))
    tablet.answer("buy_pending", "command.buy")
    until(lambda: house.task == ThrowPending(BEN), "after a triple Ben throws again")
    assert owned(house) == {STADIONSTRASSE: ANNA, SUEDBAHNHOF: ANNA, LESSINGSTRASSE: BEN}
    assert house.balances() == [250_000 - 8_000 - 20_000, 250_000 - 26_000]
    tablet.shows()


@pytest.mark.rule("mega-09")
def test_out_of_jail_at_once_on_the_phone_and_on_the_tablet(house: House, visit: Visit) -> None:
    """Sent to jail, Anna's phone and the tablet offer the way out until Ben throws; she takes it on the phone (D23)."""
    house.open("Anna", "Ben")
    house.do(ChooseEdition("mega"))
    house.begin()
    house.correct(CorrectPiece(ANNA, 33))
    tablet, phone = visit("table", local=True), visit("play", code_of=ANNA)
    house.throw(ANNA, 1, 2, 3)
    until(lambda: house.task == ThrowPending(BEN), "it is Ben's turn")
    for screen in (tablet, phone):
        expect(screen.page.get_by_label(screen.say("wayout.title"), exact=True)).to_contain_text(
            screen.say("command.pay_bail")
        )
    phone.press("command.pay_bail")
    until(lambda: house.balances() == [245_000, 250_000], "the bail is paid")
    assert house.task == ThrowPending(BEN)
    for screen in (tablet, phone):
        expect(screen.page.get_by_label(screen.say("wayout.title"), exact=True)).to_have_count(0)


EDITION = "mpmp"


def test_an_edition_is_chosen_and_a_move_of_three_throws_is_shown_as_one(house: House, visit: Visit):
    """Chosen in the lobby; after two doubles the spaces passed are marked, told, and gone once the piece stands."""
    house.open("Anna", "Björn")
    tablet = visit("table", local=True)
    tablet.touch(tablet.page.get_by_role("radio", name=re.compile(re.escape(tablet.say(f"edition.{EDITION}")))))
    expect(tablet.page.get_by_text(tablet.say(f"{EDITION}.lobby.players.hint"))).to_be_visible()
    tablet.press("lobby.start")
    tablet.prompt("throw_pending")
    house.do(Hands(by_hand=True))
    for faces in ((3, 3), (4, 4)):
        house.play(Throw(0, faces))
    again = tablet.prompt("throw_again_pending")
    expect(again).to_contain_text("Chausseestraße")
    expect(again).to_contain_text("Neue Straße")
    expect(tablet.page.locator("rect.stop")).to_have_count(2)
    house.play(Throw(0, (6, 3)), Advance(0))
    tablet.prompt("buy_pending")
    expect(tablet.page.locator("rect.stop")).to_have_count(0)

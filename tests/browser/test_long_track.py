"""An edition with a longer track, a speed die and tickets: chosen and played."""

import re

import pytest
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.tasks import BuyPending, ThrowPending

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

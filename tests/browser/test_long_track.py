"""Longer and shorter tracks, and throws that add up: chosen in the lobby, and whole on tablet, TV and phone."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.devices import Visit, once
from browser.screen import Screen
from helpers.house import House, until
from helpers.sized_tables import any_plan, tables
from playwright.sync_api import expect

from hub.domain.commands import Advance, Throw
from hub.domain.corrections import CorrectPiece
from hub.domain.tasks import BuyPending, ThrowPending
from hub.editions import EDITIONS
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


SIZES = (24, 28, 56)
READERS = 14

TILES = """() => [...document.querySelectorAll("g.tile rect.ground")].map((tile) => {
  const { left, top, right, bottom } = tile.getBoundingClientRect();
  return [left, top, right, bottom];
})"""
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(params=once(SIZES, [28]))
def house(request: pytest.FixtureRequest, tmp_path: Path, pages: Path) -> Iterator[House]:
    """A hub with the standard edition on a family's track."""
    luck = random.Random(request.param)
    family = EDITIONS["classic"].with_tables(tables(any_plan("classic", request.param, luck), luck))
    house = House(tmp_path, pages=pages, readers=READERS, editions={**EDITIONS, "classic": family})
    yield house
    house.close()


def spaces_of(house: House) -> int:
    return len(house.editions["classic"].track.spaces)


def tiles(screen: Screen) -> list[tuple[float, float, float, float]]:
    """Where the tiles are seen: left, top, right, bottom."""
    expect(screen.page.get_by_role("img", name=screen.say("table.track"))).to_be_visible()
    return [tuple(tile) for tile in screen.page.evaluate(TILES)]


def looks_whole(screen: Screen, count: int) -> None:
    """Every space is seen, none covers another, corners in the corners, nothing beyond the edge of the screen."""
    found = tiles(screen)
    assert len(found) == count
    for number, (left, top, right, bottom) in enumerate(found):
        assert right - left > 3, "a tile that nobody sees"
        for other in found[number + 1 :]:
            apart = left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom
            assert apart, f"space {number} covers another"
    edge = (min(t[0] for t in found), min(t[1] for t in found), max(t[2] for t in found), max(t[3] for t in found))
    assert edge[2] - edge[0] == pytest.approx(edge[3] - edge[1], abs=1)
    for number, sides in {0: (2, 3), count // 4: (0, 3), count // 2: (0, 1), 3 * count // 4: (2, 1)}.items():
        assert [found[number][side] for side in sides] == pytest.approx([edge[side] for side in sides], abs=1)
    viewport = screen.page.viewport_size
    assert viewport is not None
    assert edge[0] >= 0
    assert edge[2] <= viewport["width"]
    assert not screen.page.evaluate(WIDER)


def test_the_whole_track_is_seen_on_every_screen(house: House, visit: Visit) -> None:
    """On tablet and TV without scrolling, and on a screen as narrow as a phone; pieces stand where they should."""
    house.open("Anna", "Ben")
    house.begin()
    count = spaces_of(house)
    for page in ("table", "tv"):
        screen = visit(page, local=page == "table")
        looks_whole(screen, count)
        height = screen.page.viewport_size
        assert height is not None
        assert max(tile[3] for tile in tiles(screen)) <= height["height"]
    looks_whole(visit("table", local=True, device="play"), count)
    house.throw(0, 1, 2)
    until(lambda: house.view().seats[0].space == 3, "the piece has moved")
    visit("table", local=True).shows()


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

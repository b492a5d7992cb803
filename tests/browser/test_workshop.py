"""A family makes its village in the workshop, with the keyboard alone if it likes, plays it, and takes it elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.crafting import cell, chip
from helpers.house import House
from playwright.sync_api import expect

from hub.simulation.series import Plan, play_one
from hub.table.wire.workshop_views import DesignChange, NewDesign

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.screen import Screen

pytestmark = pytest.mark.browser


def typed(screen: Screen, name: str, text: str) -> None:
    """Type into a cell and leave it; the page says when it is saved."""
    field = cell(screen, name)
    field.fill(text)
    field.press("Tab")
    expect(screen.page.locator(".head [role=status]")).to_contain_text(screen.say("workshop.saved").split(".")[0])


def test_a_family_makes_its_village_and_plays_it(house: House, visit: Visit, tmp_path: Path) -> None:
    """Names, a price with its rents, a colour, a card; a slip that is said beside its field and taken back; a game."""
    house.open("Anna", "Ben")
    tablet = visit("workshop", local=True)
    tablet.page.get_by_label(tablet.say("workshop.name")).fill("Unser Dorf")
    tablet.press("workshop.begin")
    expect(tablet.page.locator(".editor h1")).to_have_text("Unser Dorf")

    tablet.touch(tablet.page.locator(".spaces ol button").nth(1))
    typed(tablet, "track/1/name", "Am Bach")
    typed(tablet, "track/1/price", "100")
    tablet.press("workshop.proposal.yes")
    expect(cell(tablet, "track/1/rent_5")).to_have_value("550")

    typed(tablet, "track/1/mortgage", "viel")
    wrong = tablet.page.locator(".cell", has=cell(tablet, "track/1/mortgage"))
    expect(wrong.locator(".refusal")).to_contain_text(tablet.texts["fault.number"])
    expect(cell(tablet, "track/1/mortgage")).to_have_attribute("aria-invalid", "true")
    expect(tablet.button("workshop.play")).to_be_disabled()
    tablet.page.locator("body").press("Control+z")
    expect(cell(tablet, "track/1/mortgage")).to_have_value("50")
    expect(wrong.locator(".refusal")).to_have_count(0)

    tablet.touch(chip(tablet, "groups"))
    typed(tablet, "own/group.brown", "Unterdorf")
    cell(tablet, "own/colour.brown").fill("#7a2fd0")
    tablet.touch(chip(tablet, "cards"))
    typed(tablet, "own/card.chance.12", "Die Oma schenkt dir 50.")
    tablet.touch(chip(tablet, "money"))
    typed(tablet, "own/money.sign", "Tl")

    with tablet.page.expect_download() as file:
        tablet.press("workshop.pass")
    board = Path(file.value.path())

    tablet.press("workshop.play")
    tablet.page.wait_for_url("**/table")
    expect(tablet.page.get_by_role("radio", name="Unser Dorf")).to_have_attribute("aria-checked", "true")
    rules = house.table.state.editions[house.view().edition]
    match, violations = play_one(Plan(rules, ("sensible", "sensible", "sensible"), "village", 2_000, check=True), 1)
    assert (match.stopped, violations) == (None, [])

    friend = House(tmp_path / "friend", pages=house.pages)
    try:
        friend.open("Carla")
        other = visit("workshop", local=True, of=friend, locale="en-GB")
        other.page.locator("input[type=file]").set_input_files(board)
        expect(other.page.locator(".editor h1")).to_have_text("Unser Dorf")
        other.touch(other.page.locator(".spaces ol button").nth(1))
        expect(cell(other, "track/1/name")).to_have_value("Am Bach")
        assert friend.workshop.shelf().designs[0].name == "Unser Dorf"
    finally:
        friend.close()


def test_the_table_looks_like_the_village(house: House, visit: Visit) -> None:
    """Who plays on it sees its names, its colours and its sign on tablet and TV."""
    house.open("Anna", "Ben")
    made = house.workshop.new(NewDesign(base="classic", name="Unser Dorf"))
    cells = {"track/1/name": "Am Bach", "own/colour.brown": "#7a2fd0", "own/money.sign": "Tl"}
    house.workshop.change(made.id, DesignChange(0, {**cells}))
    house.workshop.play(made.id)
    house.begin()
    for screen in (visit("table", local=True), visit("tv")):
        expect(screen.page.locator("main")).to_contain_text("Am Bach")
        expect(screen.page.locator(".coin .sign").first).to_have_text("Tl")
        colour = "getComputedStyle(document.documentElement).getPropertyValue('--group-brown')"
        assert screen.page.evaluate(colour).strip() == "#7a2fd0"


def test_all_of_it_is_done_with_the_keyboard(house: House, visit: Visit) -> None:
    """Begin, choose a space with the arrows, type, go to what is wrong from the list, take back and make again."""
    house.open("Anna", "Ben")
    desk = visit("workshop", local=True, device="device")
    keys = desk.page.keyboard
    desk.page.get_by_label(desk.say("workshop.name")).focus()
    keys.type("Our street")
    keys.press("Enter")
    expect(desk.page.locator(".editor h1")).to_have_text("Our street")

    desk.page.locator(".spaces ol button").first.focus()
    keys.press("ArrowDown")
    expect(desk.page.locator(".spaces ol button").nth(1)).to_be_focused()
    cell(desk, "track/1/price").focus()
    keys.press("Control+a")
    keys.type("x")
    keys.press("Enter")
    expect(desk.page.locator(".faults li")).to_have_count(1)
    chip(desk, "money").focus()
    keys.press("Enter")
    desk.page.locator(".faults .go").focus()
    keys.press("Enter")
    expect(cell(desk, "track/1/price")).to_be_focused()
    keys.press("Control+z")
    expect(cell(desk, "track/1/price")).to_have_value("60")
    keys.press("Control+Shift+z")
    expect(cell(desk, "track/1/price")).to_have_value("x")


def test_nobody_but_the_banker_makes_designs(house: House, visit: Visit) -> None:
    """A guest who finds the page reads who may, and asks the hub for nothing."""
    house.open("Anna", "Ben")
    guest = visit("workshop")
    expect(guest.page.locator("main")).to_contain_text(guest.say("workshop.only_banker"))
    assert [url for url in guest.requests if "/api/workshop" in url] == []

"""A family makes its village in the workshop, with the keyboard alone if it likes, plays it, and takes it elsewhere."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from browser.crafting import TRIAL_MS, cell, chip
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import expect

from hub.features.workshop.views import DesignChange, NewDesign
from hub.simulation.series import Plan, play_one
from hub.table.game.chance import Dice
from hub.table.requests import AgreeHouseRules, Begin, SetBot


def downloaded(tablet: Screen, key: str) -> Path:
    with tablet.page.expect_download() as file:
        tablet.press(key)
    return Path(file.value.path())


def typed(screen: Screen, name: str, text: str) -> None:
    """Type into a cell and leave it; the page says when it is saved."""
    field = cell(screen, name)
    field.fill(text)
    field.press("Tab")
    expect(screen.page.locator(".head [role=status]")).to_contain_text(screen.say("workshop.saved").split(".")[0])


@pytest.fixture
def friend(tmp_path: Path, pages: Path) -> Iterator[House]:
    """The table of another family."""
    house = House(tmp_path / "friend", pages=pages)
    house.open("Carla")
    yield house
    house.close()


def test_a_family_makes_its_village_and_plays_it(house: House, friend: House, visit: Visit) -> None:
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

    board = downloaded(tablet, "workshop.pass")
    tablet.press("workshop.play")
    tablet.page.wait_for_url("**/table")
    expect(tablet.page.get_by_role("radio", name="Unser Dorf")).to_have_attribute("aria-checked", "true")
    rules = house.table.state.editions[house.view().edition]
    match, violations = play_one(Plan(rules, ("sensible", "sensible", "sensible"), "village", 2_000, check=True), 1)
    assert (match.stopped, violations) == (None, [])

    other = visit("workshop", local=True, of=friend, locale="en-GB")
    other.page.locator("input[type=file]").set_input_files(board)
    expect(other.page.locator(".editor h1")).to_have_text("Unser Dorf")
    other.touch(other.page.locator(".spaces ol button").nth(1))
    expect(cell(other, "track/1/name")).to_have_value("Am Bach")
    assert friend.workshop.designs().designs[0].name == "Unser Dorf"


STREETS = {1: "Am Bach", 2: "Mühlweg", 5: "Omas Garten", 27: "Am Dorfplatz"}
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="red"/></svg>'


def smaller_village(tablet: Screen) -> None:
    """A village of 28 spaces with names, a drawing and a photo of its own."""
    tablet.page.get_by_label(tablet.say("workshop.name")).fill("Unser Dorf")
    tablet.press("workshop.begin")
    tablet.page.get_by_label(tablet.say("workshop.size")).select_option("28")
    spaces = tablet.page.locator(".spaces ol button")
    expect(spaces).to_have_count(28)
    expect(tablet.page.locator(".editor .faults")).to_have_count(0)
    for space, name in STREETS.items():
        tablet.touch(spaces.nth(space))
        typed(tablet, f"track/{space}/name", name)
    photo = tablet.page.screenshot()
    for space, content, kind in ((1, DRAWING, "svg+xml"), (2, photo, "png")):
        tablet.touch(spaces.nth(space))
        file = {"name": "bild", "mimeType": f"image/{kind}", "buffer": content}
        cell(tablet, f"picture/space.{space}").set_input_files(files=[file])
        expect(tablet.page.locator(".picture img")).to_be_visible()
        assert tablet.page.locator(".picture img").evaluate("(image) => image.decode().then(() => image.naturalWidth)")


@pytest.mark.all
def test_a_village_of_28_spaces_is_printed_played_to_the_end_and_taken_elsewhere(
    house: House, friend: House, visit: Visit
) -> None:
    """Made on the page; on paper with its names; bots play on it to the end; in another data folder it is the same."""
    house.open("Anna", "Ben")
    tablet = visit("workshop", local=True)
    smaller_village(tablet)

    tablet.touch(chip(tablet, "paper"))
    document = pypdfium2.PdfDocument(downloaded(tablet, "workshop.paper.pdf").read_bytes())
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    assert [name for name in STREETS.values() if name not in " ".join(text.split())] == []
    board, workbook = downloaded(tablet, "workshop.files.board"), downloaded(tablet, "workshop.files.xlsx")

    tablet.press("workshop.play")
    tablet.page.wait_for_url("**/table")
    house.table.state.chance = Dice("village")
    for seat in range(2):
        house.do(SetBot(seat, "sensible"))
    house.do(AgreeHouseRules(("start_money:1000", "rounds:30")))
    house.do(Begin())
    expect(tablet.page.locator("main")).to_contain_text("Am Bach")
    until(lambda: house.view().phase == "over", "the game is over", patience_s=240)
    assert house.view().winner >= 0
    assert house.table.played().rules.track.spaces[27].name == "Am Dorfplatz"

    made = house.workshop.design(house.workshop.designs().designs[0].id)
    other = visit("workshop", local=True, of=friend, locale="en-GB")
    for file in (board, workbook):
        named = file.rename(file.with_suffix(".xlsx" if file is workbook else ".board"))
        expect(other.page.locator(".shelf")).to_be_visible()  # the desk has a place for pictures, which takes none
        other.page.locator(".shelf input[type=file]").set_input_files(named)
        expect(other.page.locator(".editor h1")).to_have_text("Unser Dorf")
        other.press("workshop.all")
    for card in friend.workshop.designs().designs:
        taken = friend.workshop.design(card.id)
        assert (taken.cells, taken.faults) == (made.cells, ())


def test_a_board_is_checked_and_each_remark_leads_to_its_field(house: House, visit: Visit) -> None:
    """With progress while bots play; then the button of a remark leads to the cell that it is about."""
    house.open("Anna", "Ben")
    house.workshop.new(NewDesign(base="classic", name="Unser Dorf"))
    tablet = visit("workshop", local=True)
    tablet.touch(tablet.page.locator(".shelf .open"))
    tablet.touch(chip(tablet, "check"))
    tablet.press("workshop.check.start")
    expect(tablet.page.locator("progress")).to_be_visible()
    remarks = tablet.page.locator("[data-remarks] li")
    expect(remarks).not_to_have_count(0, timeout=TRIAL_MS)
    expect(remarks.first).to_contain_text(tablet.say("workshop.remark.length", least=0, most=0, middle=0)[:20])
    tablet.touch(remarks.first.get_by_role("button"))
    expect(cell(tablet, "track/0/amount")).to_be_focused()


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

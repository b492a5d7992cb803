"""The shelf on the tablet: what becomes of evenings that are over, from the start page alone."""

import re
from pathlib import Path

import pytest
from browser.devices import Visit
from browser.screen import READING_MS, Screen
from helpers.house import House
from playwright.sync_api import Locator, expect

from hub.table.requests import Freeze, NewGame

pytestmark = pytest.mark.feature("shelf")

EVENINGS = 6
"""From so many on there is a search."""


def row(shelf: Locator, name: str) -> Locator:
    return shelf.get_by_role("listitem").filter(has_text=name)


def opened(tablet: Screen, games: int = EVENINGS) -> Locator:
    """The window with all games."""
    tablet.press("shelf.all", games=games)
    shelf = tablet.page.get_by_role("dialog", name=tablet.say("shelf"))
    expect(shelf).to_be_visible()
    return shelf


def touch(tablet: Screen, where: Locator, key: str) -> None:
    tablet.touch(where.get_by_role("button", name=tablet.say(key), exact=True))


def unfold(tablet: Screen, game: Locator) -> None:
    """What else can be done with it, once it stands in its place."""
    expect(game.locator("details")).not_to_have_attribute("open", "")
    tablet.touch(game.locator("summary"))


def test_evenings_are_kept_in_order_on_the_start_page(house: House, visit: Visit, tmp_path: Path) -> None:
    """One is named, put away, given as a file, deleted and brought back; a search finds it, and it goes on."""
    house.open("Anna", "Ben")
    for _ in range(EVENINGS):
        house.begin()
        house.throw_and_buy(0, 1, 2)
        house.do(Freeze())
        house.do(NewGame())
    tablet = visit("table", key=house.key)
    shelf = opened(tablet)
    expect(shelf.get_by_role("listitem")).to_have_count(EVENINGS)

    first = shelf.get_by_role("listitem").first
    unfold(tablet, first)
    first.get_by_label(tablet.say("shelf.title")).fill("Ostern")
    touch(tablet, first, "shelf.rename")
    easter = row(shelf, "Ostern")
    expect(easter).to_contain_text(re.compile(r"Anna.*Ben"))
    shelf.get_by_role("searchbox").fill("oster")
    expect(shelf.get_by_role("listitem")).to_have_count(1)

    touch(tablet, easter, "shelf.away")
    expect(shelf.get_by_text(tablet.say("shelf.away.games", games=1))).to_be_visible()
    unfold(tablet, easter)
    touch(tablet, easter, "shelf.forth")
    unfold(tablet, easter)
    with tablet.page.expect_download() as file:
        touch(tablet, easter, "shelf.file")
    file.value.save_as(tmp_path / "ostern.game")

    delete = easter.get_by_role("button", name=tablet.say("shelf.delete"), exact=True)
    tablet.touch(delete)
    tablet.page.wait_for_timeout(READING_MS)
    tablet.touch(easter.get_by_role("button", name=tablet.say("shelf.delete.sure")))
    expect(easter).to_contain_text(tablet.say("shelf.days", days=30))
    field = shelf.get_by_label(tablet.say("shelf.take"))
    for content, said in ((b"x", "reason.game_file_corrupt"), (None, "reason.game_file_known")):
        tablet.expected.append("status of 400")
        if content:
            (tmp_path / "other.game").write_bytes(content)
        field.set_input_files(tmp_path / ("other.game" if content else "ostern.game"))
        expect(shelf.get_by_text(tablet.say(said))).to_be_visible()
    tablet.touch(easter.get_by_role("button", name=tablet.say("shelf.back.of", name="Ostern")))
    expect(easter.get_by_role("button", name=tablet.say("shelf.open.of", name="Ostern"))).to_be_visible()
    tablet.touch(easter.get_by_role("button", name=tablet.say("shelf.open.of", name="Ostern")))
    expect(shelf).to_have_count(0)
    assert house.view().pause is not None
    assert house.balances() == [1440, 1500]

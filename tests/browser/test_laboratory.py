"""The laboratory from the banker's menu: bots play, the tablet says how far they are, and their report opens."""

from pathlib import Path

import pytest
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, Page, expect

from hub.features.laboratory import carrying_out
from hub.table.requests import AgreeHouseRules

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
PATIENCE_MS = 200_000
"""Hundreds of games take a while on a busy computer."""

READ = """() => ({
  widest: getComputedStyle(document.body).maxWidth,
  drawings: document.querySelectorAll("svg polyline").length,
  wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
})"""


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch, unyielding: None) -> None:
    """Games of a few turns, so that two hundred of them are played within the test."""
    monkeypatch.setattr(carrying_out, "TURNS_MAXIMUM", 12)


def laboratory(tablet: Screen) -> Locator:
    tablet.press("menu")
    tablet.press("laboratory")
    return tablet.page.get_by_role("dialog", name=tablet.say("laboratory"))


def chosen(tablet: Screen, window: Locator, games: str) -> None:
    tablet.touch(window.get_by_role("radio", name=games))


def opened(tablet: Screen, window: Locator) -> Page:
    with tablet.page.context.expect_page() as found:
        tablet.touch(window.get_by_role("link", name=tablet.say("laboratory.open")))
    found.value.wait_for_load_state()
    return found.value


def test_the_banker_has_bots_try_the_rules_of_this_table(house: House, visit: Visit, tmp_path: Path) -> None:
    """Begun, watched, stopped and gone on with; the report opens in the reader's language, and is saved whole."""
    house.open("Anna", "Ben", "Carla")
    house.do(AgreeHouseRules(("pot",)))
    tablet, tv = visit("table", local=True), visit("tv", locale="en-GB")
    window = laboratory(tablet)
    expect(window).to_contain_text("„Topf in der Mitte“")
    chosen(tablet, window, "2.000")
    tablet.touch(window.get_by_role("button", name=tablet.say("laboratory.start")))
    expect(window.locator("[data-lab=running]")).to_contain_text("von 4.000 Spielen")
    until(lambda: house.view().lab.played > 0, "the first game", PATIENCE_MS / 1000)
    tablet.touch(window.get_by_role("button", name=tablet.say("laboratory.stop")))
    expect(window.locator("[data-lab=stopped]")).to_have_count(1)
    there = house.view().lab.played

    chosen(tablet, window, "100")
    tablet.touch(window.get_by_role("button", name=tablet.say("laboratory.go_on")))
    expect(window.locator("[data-report]")).to_be_visible(timeout=PATIENCE_MS)
    lab = house.view().lab
    assert (lab.running, lab.whole, lab.played) == (False, 200, 200)
    assert there > 0
    assert lab.report.question.seats == 3

    page = opened(tablet, window)
    expect(page.locator("h1")).to_contain_text("Klassisch")
    expect(page.get_by_text("Topf in der Mitte").first).to_be_visible()
    looks = page.evaluate(READ)
    assert looks["widest"] == "1200px", "the page has its own style"
    assert looks["drawings"] > 0
    assert not looks["wide"]
    assert page.evaluate("origin") == "null", "it has none of our rights"
    page.locator("label[for=en]").click()
    expect(page.get_by_text("Pot in the middle").first).to_be_visible()
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    page.close()

    with tablet.page.expect_download() as saved:
        tablet.touch(window.get_by_role("link", name=tablet.say("laboratory.save")))
    assert saved.value.suggested_filename == "bankhalter-lab.html"
    saved.value.save_as(tmp_path / "saved.html")
    assert (tmp_path / "saved.html").read_bytes().startswith(b'<!doctype html>\n<html lang="de">')

    told = [lab.report.name in "".join(screen.frames) for screen in (tablet, tv)]
    assert told == [True, False], "the banker's alone"

"""The rule sheet of the table: read on any device, in both languages, and printed on A4 with nothing cut off."""

import json

import pytest
from browser.devices import Visit, once
from browser.screen import LOCALES
from helpers.house import House
from playwright.sync_api import Page, expect

from hub.editions import EDITIONS
from hub.table.requests import AgreeHouseRules, ChooseEdition

PRINTED_WIDTH_PX = 703
"""What A4 leaves between its margins, in pixels of a page."""
PAGES_MAXIMUM = 3
CUT = """() => {
  const edge = document.documentElement.clientWidth;
  return [...document.querySelectorAll("main *")]
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline"
      || node.getBoundingClientRect().right > edge + 1)
    .map((node) => `${node.tagName}: ${node.textContent.slice(0, 40)}`);
}"""


def open_sheet(visit: Visit, language: str) -> Page:
    page = visit("table", locale={"de": "de-DE", "en": "en-GB"}[language]).page
    page.goto(page.url.replace("/table", "/rules"))
    expect(page.locator("main.sheet table")).not_to_have_count(0)
    return page


@pytest.mark.parametrize("language", once(["de", "en"], ["de"]))
def test_every_edition_prints_on_a_few_sheets_with_nothing_cut(house: House, visit: Visit, language: str) -> None:
    """With all house rules agreed on each edition fits on three pages, and no line or table is wider than A4."""
    house.open("Anna", "Ben")
    page = open_sheet(visit, language)
    for edition, rules in EDITIONS.items():
        house.do(ChooseEdition(edition))
        house.do(AgreeHouseRules(tuple(rule.agreed()[-1] for rule in rules.house_rules)))
        expect(page.locator(".agreed li")).to_have_count(len(rules.house_rules))
        expect(page.locator("tbody tr")).to_have_count(len(rules.track.deeds))
        page.emulate_media(media="print")
        page.set_viewport_size({"width": PRINTED_WIDTH_PX, "height": 1000})
        assert page.evaluate(CUT) == [], edition
        expect(page.get_by_role("button")).to_have_count(0)
        pages = page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
        assert 1 <= pages <= PAGES_MAXIMUM, edition


def test_the_sheet_says_what_is_played(house: House, visit: Visit) -> None:
    """Changing a house rule in the lobby changes the sheet that somebody reads meanwhile."""
    house.open("Anna", "Ben")
    page = open_sheet(visit, "de")
    texts = json.loads((LOCALES / "sheet.de.json").read_text(encoding="utf-8"))
    salary = texts["sheet.start_pays"]
    expect(page.locator("main")).to_contain_text(salary.format(passing=200, landing=200))
    house.do(AgreeHouseRules(("double_salary", "start_money:3000")))
    expect(page.locator("main")).to_contain_text(salary.format(passing=200, landing=400))
    expect(page.locator("main")).to_contain_text("Alle bekommen 3.000")
    expect(page.locator(".agreed li")).to_have_count(2)
    street = page.get_by_role("row", name="Schlossallee")
    expect(street).to_contain_text("1.700")


def test_the_sheet_is_found_and_fits_a_phone(house: House, visit: Visit) -> None:
    """The lobby links to it, and only tables scroll sideways."""
    house.open("Anna", "Ben")
    screen = visit("table", local=True, device="play")
    link = screen.page.get_by_role("link", name=screen.say("menu.rules"))
    expect(link).to_have_attribute("href", "/rules")
    screen.open("rules")
    expect(screen.page.locator("main.sheet table")).not_to_have_count(0)
    assert screen.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_sheet_opens_where_an_amount_is_explained(house: House, visit: Visit) -> None:
    """Its address may name one of its parts, which is on the screen then, on a phone as well."""
    house.open("Anna", "Ben")
    screen = visit("table", local=True, device="play")
    screen.open("rules#debts")
    expect(screen.page.locator("#debts h2")).to_be_in_viewport()

"""Designs on the page `/workshop`: how tests come there, and where its looks are."""

from collections.abc import Callable

from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House
from playwright.sync_api import Locator, expect

WRONG = {"track/1/name": "Am Bach", "track/3/price": "", "own/colour.brown": "#7a2fd0", "cards/chance/2/first": "99"}

RIGHT = "Stimmt"
TRIAL_MS = 240_000


def village(house: House) -> str:
    """The id of a design with a few changes, two of them wrong; there is one however often it is asked for."""
    from hub.features.workshop.views import DesignChange, NewDesign

    workshop = house.workshop
    there = [card.id for card in workshop.designs().designs if card.name != RIGHT]
    if not there:
        made = workshop.new(NewDesign(base="classic", name="Unser Dorf"))
        workshop.change(made.id, DesignChange(0, {**WRONG}))
        there = [made.id]
    return there[0]


def shelf(visit: Visit) -> Screen:
    tablet = visit("workshop", local=True)
    village(tablet.house)
    tablet.page.reload()
    expect(tablet.page.locator(".shelf li")).not_to_have_count(0)
    return tablet


def opened(visit: Visit) -> Screen:
    tablet = visit("workshop", local=True)
    design = village(tablet.house)
    tablet.page.evaluate(f"location.hash = 'design={design}'")
    expect(tablet.page.locator(".editor")).to_be_visible()
    return tablet


def section(name: str) -> Callable[[Visit], Screen]:
    def look(visit: Visit) -> Screen:
        tablet = opened(visit)
        tablet.touch(chip(tablet, name))
        return tablet

    return look


def judged(visit: Visit) -> Screen:
    from hub.features.workshop.views import NewDesign

    tablet = visit("workshop", local=True)
    workshop = tablet.house.workshop
    right = [card.id for card in workshop.designs().designs if card.name == RIGHT]
    name = right[0] if right else workshop.new(NewDesign(base="classic", name=RIGHT)).id
    tablet.page.evaluate(f"location.hash = 'design={name}'")
    tablet.touch(chip(tablet, "check"))
    if workshop.trial(name).trial is None:
        tablet.press("workshop.check.start")
    expect(tablet.page.locator("[data-remarks] li")).not_to_have_count(0, timeout=TRIAL_MS)
    return tablet


def chip(screen: Screen, name: str) -> Locator:
    return screen.page.get_by_role("navigation").get_by_role("button", name=screen.say(f"workshop.section.{name}"))


def cell(screen: Screen, name: str) -> Locator:
    return screen.page.locator(f'[data-cell="{name}"]')

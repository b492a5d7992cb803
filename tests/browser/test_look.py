"""All parts of the pages side by side, by day, by night, in grey and with longer words."""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
import pytest
from browser.defects import laid_out_badly
from browser.devices import Visit
from browser.looks import AT_REST
from browser.positions import own
from browser.reach import FullHouse, moment
from browser.screen import DRESSED, Screen
from browser.walk import SCHEMES, grave
from helpers.house import House
from playwright.sync_api import Locator, Page, Route, expect

from hub.domain.corrections import CorrectPiece

pytestmark = pytest.mark.feature("look")

SIZES = ((1280, 800), (768, 1024), (390, 844))
READ = ("up", "offline")
"""In which states axe reads the page: the others only bring words of their own."""
LONGER = 0.4
APART = 0.04
"""How much of the pictures of two marks differs at least, which a letter alone does not reach."""
GREYS_APART = 48
GREY = "#777777"
STREETS = {"brown": 1, "lightblue": 6, "pink": 11, "orange": 16, "red": 21, "yellow": 26, "green": 31, "darkblue": 37}
WORKS = ("station", "utility")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "brown")
HIDE = """(hidden) => document.querySelectorAll("[data-piece], .tile").forEach((one) => {
  one.style.visibility = one.matches(hidden) ? "hidden" : "visible";
})"""


def look(visit: Visit) -> Screen:
    """The page with all parts, once nothing moves there."""
    screen = visit("device/look", device="device", local=True, locale="de-DE")
    expect(screen.page.locator("[data-pieces] h2")).to_be_visible()
    screen.until(DRESSED)
    screen.until(AT_REST)
    return screen


def test_every_state_of_every_part_is_read_by_everybody(house: House, visit: Visit) -> None:
    """All can be read with each state of the board and each window; axe finds nothing by day, by night or offline."""
    house.open("Anna", "Björn")
    screen = look(visit)
    found = []
    chips = screen.page.locator("button[data-state], button[data-window]")
    for chip in chips.all():
        name = chip.inner_text()
        screen.touch(chip)
        screen.until(AT_REST)
        found += [f"{name}: {fault}" for fault in laid_out_badly(screen.page)]
        for scheme, rules in SCHEMES.items() if name in READ else ():
            screen.page.emulate_media(color_scheme=scheme)
            screen.until(AT_REST)
            found += [f"{name}, {scheme}: {fault}" for fault in grave(screen.page, *rules)]
        if chip.get_attribute("data-window"):
            screen.shut(screen.page.get_by_role("dialog"))
    assert chips.count() > len(READ)
    assert not found, "\n".join(found)


def test_words_two_fifths_longer_have_room(house: House, visit: Visit) -> None:
    """With German texts that are 40 % longer still, nothing is cut off, covers another or runs off the screen."""
    house.open("Anna", "Björn")
    screen = look(visit)
    buy = screen.say("command.buy")

    def longer(route: Route) -> None:
        answer = route.fetch()
        more = {key: f"{text} {text.split('{')[0][: int(len(text) * LONGER)]}" for key, text in answer.json().items()}
        route.fulfill(json={key: text.strip() for key, text in more.items()})

    screen.page.context.route("**/assets/de*.json", longer)
    screen.page.reload()
    expect(screen.page.locator("main")).to_contain_text(f"{buy} {buy[: int(len(buy) * LONGER)]}")
    screen.until(AT_REST)
    found = []
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} x {height}: {fault}" for fault in laid_out_badly(screen.page)]
    assert not found, "\n".join(found)


def in_grey(marks: Sequence[Locator]) -> list[np.ndarray]:
    """These marks as a screen without colours shows them, all lying and as large as the largest."""
    pictures = [
        cv2.imdecode(np.frombuffer(mark.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE).astype(int) for mark in marks
    ]
    pictures = [np.rot90(one) if one.shape[0] > 2 * one.shape[1] else one for one in pictures]
    height, width = (max(picture.shape[side] for picture in pictures) for side in (0, 1))
    return [np.pad(one, ((0, height - one.shape[0]), (0, width - one.shape[1])), "edge") for one in pictures]


def test_eight_people_are_told_apart_without_colours(house: House, visit: Visit) -> None:
    """Of their pieces, and of the tabs on what is theirs, no two look alike in grey."""
    house.open("Anna", "Björn")
    page = look(visit).page
    for row in (2, 3):
        told_apart(page.locator(f"[data-pieces] > .row:nth-child({row}) > *").all(), 8)


def told_apart(marks: Sequence[Locator], many: int) -> None:
    """So many they are, and no two of them look alike in grey."""
    assert len(marks) == many
    apart = [np.mean(np.abs(one - other) > GREYS_APART) for one, other in combinations(in_grey(marks), 2)]
    assert min(apart) > APART, apart


def full_board(house: FullHouse) -> None:
    """Each of eight people stands on a space of their own and owns a street; all tabs hang above or below."""
    moment("throw", 8)(house)
    for seat, (deed, space) in enumerate(zip((1, 3, 6, 8, 21, 23, 26, 27), STREETS.values(), strict=True)):
        own(house, seat, deed)
        house.correct(CorrectPiece(seat, space))


@pytest.mark.parametrize("page", ["table", "tv"])
def test_board_is_read_without_colours(full: FullHouse, visit: Visit, page: str) -> None:
    """On tablet and TV of a whole table: pieces, owners and groups differ though all have the same colour."""
    full_board(full)
    screen = visit(page, of=full, local=page == "table")
    expect(screen.page.locator("[data-piece]")).to_have_count(8)
    screen.until(AT_REST)
    for name in (*STREETS, *WORKS):
        paint(screen.page, f"--group-{name}", GREY)
    for name in COLOURS:
        for part, grey in ((f"seat-{name}", GREY), (f"seat-{name}-side", "black"), (f"on-seat-{name}", "white")):
            paint(screen.page, f"--{part}", grey)
    groups = [screen.page.locator(f".band[style*='-{name},']").first for name in (*STREETS, *WORKS)]
    screen.page.evaluate(HIDE, "[data-piece]")
    told_apart(groups, len(STREETS) + len(WORKS))
    told_apart(screen.page.locator(".tab").all(), 8)
    screen.page.evaluate(HIDE, ".tile")
    told_apart(screen.page.locator("[data-piece]").all(), 8)


def paint(page: Page, token: str, colour: str) -> None:
    """Give what a page calls so another colour."""
    page.evaluate("([token, colour]) => document.documentElement.style.setProperty(token, colour)", [token, colour])

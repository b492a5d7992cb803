"""A light ring: what walks a light along it is in reach, and once it is matched the strip leads the game."""

import re

import pytest
from browser.devices import Visit, once
from browser.reach import FINGER_PX, TABLET_FINGER_PX, unreached
from browser.screen import Screen
from helpers.glued_strip import glued
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.tasks import AdvancePending, BuyPending
from hub.table.interfaces.board import NodeScene
from hub.table.requests import Match, Unmatch, Walk

pytestmark = pytest.mark.feature("device")

HOUSE = {"kind": "ring"}
NODE = "sim-0"
WHERE = glued(10, 1000 / 60, offset_mm=700.0, falling=True)
"""A usual strip that begins within the second side and runs against the way of the pieces: no guess fits at first."""
CORNERS = [0, *(corner + step for corner in range(0, 40, 10) for step in (1, 9))]
"""Both ends of each side, as the page asks for, and Start."""
TO_THE_TOP = "(node) => node.scrollIntoView({ block: 'start', behavior: 'instant' })"
BUTTONS = {
    "where it shall go": "article .marked",
    "steps": "article .steps button",
    "an answer": "article:has(> .steps) .row .button",
    "the space": "article:has(> .steps) select",
}


@pytest.fixture
def ring(house: House) -> House:
    """A table with a simulated ring whose node is there, and has its lights spread: Anna and Ben, in the lobby."""
    house.by_hand = True
    house.open("Anna", "Ben")
    until(lambda: house.table.state.strips.on(40, NODE), "the node is there")
    return house


@pytest.fixture
def glowing(ring: House) -> House:
    """The strip is matched as it lies, and it is Anna's turn."""
    ring.begin()
    ring.do(Unmatch(NODE, None))
    for space in CORNERS:
        ring.do(Match(NODE, space, WHERE[space]))
    return ring


def card(screen: Screen) -> Locator:
    return screen.page.get_by_role("article", name=screen.say("device.strip"), exact=True)


def shown(house: House) -> tuple[int, ...]:
    """Which lights of the simulated strip glow, as its node has it."""
    scene = house.hands.scene(NODE) or NodeScene()
    return tuple(light for light, colour in zip(scene.at, scene.lights, strict=False) if colour)


def lay(screen: Screen, name: str, where: str) -> None:
    """Take a piece into the hand, and lay it on the reader or beside the board."""
    piece = screen.page.get_by_role("button", name=re.compile(f"^{name}"))
    if piece.get_attribute("aria-pressed") != "true":
        screen.touch(piece)
    screen.press(where)


def tap(screen: Screen, name: str) -> None:
    """Hold a piece to the reader in the middle, and take it away again."""
    lay(screen, name, "device.sim.on")
    lay(screen, name, "device.sim.off")


def test_the_strip_leads_and_the_reader_ends_the_move(glowing: House, visit: Visit) -> None:
    """A tap throws, the matched light glows in the player's colour and is named, a second tap puts the piece down."""
    desk = visit("device", of=glowing, local=True)
    strip = desk.page.get_by_role("img", name=desk.say("device.strip.lights", lights=136))
    glowing.dice.lay(4, 5)
    tap(desk, "Anna")
    until(lambda: isinstance(glowing.task, AdvancePending), "the tap threw")
    until(lambda: shown(glowing) == (WHERE[9],), "the matched light glows")
    expect(strip.locator(".lit")).to_have_count(1)
    expect(strip.locator(f'[data-light="{WHERE[9]}"]')).to_have_class(re.compile(r"\blit\b"))
    named = desk.say("device.strip.light.at", light=WHERE[9], space="Poststraße")
    expect(desk.page.get_by_text(desk.say("device.strip.lit", what=named), exact=True)).to_be_visible()
    tap(desk, "Anna")
    until(lambda: isinstance(glowing.task, BuyPending), "the tap put the piece down")
    until(lambda: shown(glowing) == (), "the light is out")
    assert glowing.balances() == [1500, 1500]


@pytest.mark.parametrize("language", once(["de-DE", "en-GB"], ["de-DE"]))
@pytest.mark.parametrize(("device", "least"), [("table", TABLET_FINGER_PX), ("play", FINGER_PX)])
def test_all_that_walks_a_light_is_in_reach_at_once(
    ring: House, visit: Visit, device: str, least: int, language: str
) -> None:
    """On a tablet and on a phone: goal, steps and answers together, each as large as a finger."""
    ring.do(Walk(NODE, 24))
    screen = visit("device", of=ring, local=True, device=device, locale=language)
    expect(card(screen).get_by_role("status")).to_be_visible()
    card(screen).get_by_role("combobox").evaluate(TO_THE_TOP)
    assert unreached(screen.page, BUTTONS, least) == []

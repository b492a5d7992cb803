"""A family's track of 24, 28 or 56 spaces on tablet, TV and phone: whole, square, and tapped where one sees a space."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.devices import Visit, once
from browser.screen import Screen
from helpers.house import House, until
from helpers.sized_tables import any_plan, tables
from playwright.sync_api import expect

from hub.editions import EDITIONS

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

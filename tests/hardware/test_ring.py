"""The wiring of a light ring: what is connected once every wire is in its hole, and the picture of it."""

import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

import pytest

from hardware import harness, ring
from hardware.pins import PICO_PINS
from hardware.sheet import ring_sheet

BELOW, ABOVE = "abcde", "fghij"
RED, BLACK, GREEN = "#e53935", "#263238", "#43a047"


@pytest.fixture(scope="module")
def rows(pinmap):
    return ring.wires(pinmap)


def strip_of(hole: str) -> str:
    return f"{'below' if hole[0] in BELOW else 'above'} {hole[1:]}"


def joined(pairs: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    nets: list[set[str]] = []
    for pair in pairs:
        touched = [net for net in nets if net & set(pair)]
        nets = [net for net in nets if net not in touched] + [set(pair).union(*touched)]
    return {frozenset(net) for net in nets}


def legs() -> list[tuple[str, str]]:
    """Where the legs of a chip with 14 are whose leg 1 is in e12: 1 to 7 to the right, 8 to 14 back above them."""
    below = [(f"leg {1 + at}", f"below {12 + at}") for at in range(7)]
    return below + [(f"leg {14 - at}", f"above {12 + at}") for at in range(7)]


def ends(row: ring.Wire) -> Iterable[tuple[str, str]]:
    """The pairs that a wire connects; a part whose leg goes into a hole is in that column."""
    start = strip_of(row.start_hole) if row.start_hole else _end(row.start, row.start_contact)
    if row.start_hole:
        yield _end(row.start, row.start_contact), start
    if row.goal == ring.RESISTOR:
        start = strip_of(row.goal_hole)
    goal = strip_of(row.goal_hole) if row.goal_hole else _end(row.goal, row.goal_contact)
    yield start, goal
    if row.goal_hole and row.goal != ring.BUFFER:
        yield goal, _end(row.goal, row.goal_contact)


def _end(part: str, contact: str) -> str:
    return f"leg {contact}" if part == ring.BUFFER else f"{part} {contact}".strip()


def test_with_every_wire_in_its_hole_the_circuit_is_right(rows):
    """Data go through the buffer and 330 ohms to the strip, all other inputs of the buffer lie at ground."""
    nets = joined([*legs(), *(pair for row in rows for pair in ends(row))])
    found = {frozenset(end for end in net if not re.match(r"(below|above) ", end)) for net in nets}
    rails = {ring.PLUS, ring.MINUS, ring.LOWER}
    ground = {f"leg {leg}" for leg in (1, 4, 5, 7, 9, 10, 12, 13)}  # 74AHCT125: enables 1, 4, 10, 13; inputs 5, 9, 12
    assert {net - rails for net in found} == {
        frozenset({"Pico 29", "leg 2"}),
        frozenset({"leg 3", "resistor of 330 ohms one leg"}),
        frozenset({"resistor of 330 ohms other leg", "lead of the strip DIN"}),
        frozenset({"Pico 40", "leg 14", "lead of the strip 5V", "capacitor of 100 µF long leg"}),
        frozenset({"Pico 28", "lead of the strip GND", "capacitor of 100 µF short leg, at the stripe"} | ground),
        *(frozenset({f"leg {leg}"}) for leg in (6, 8, 11)),
    }


def test_no_hole_takes_two_ends_and_none_lies_under_the_chip(rows):
    """Rows e and f of the chip's columns are its own."""
    holes = [hole for row in rows for hole in (row.start_hole, row.goal_hole) if hole]
    taken = {f"{row}{12 + at}" for row in "ef" for at in range(7)}
    assert len(set(holes)) == len(holes)
    assert set(holes) & taken == set()
    assert all(1 <= int(hole[1:]) <= 30 and hole[0] in BELOW + ABOVE for hole in holes)


def test_its_pins_are_those_that_a_starter_leaves_free(rows, pinmap, generated):
    """GP22 as in the pin map, 5 V of the USB port, one more ground; the list that is committed says so."""
    assert (generated / "ring-wires.csv").read_text(encoding="utf-8") == ring.as_csv(rows)
    used = {int(row.start_contact) for row in rows if row.start == "Pico"}
    assert used & {each.pico_pin for each in harness.jumpers(pinmap)} == set()
    assert {PICO_PINS[pin - 1] for pin in used} == {"GP22", "VBUS", "GND"}


def test_the_picture_has_every_wire_from_end_to_end(rows, generated):
    """In the colour of what it carries: 5 V red, ground black, data green."""
    lines = [
        (tuple(line.get("points", "").split()), line.get("stroke"))
        for line in ET.fromstring((generated / "ring.svg").read_text(encoding="utf-8")).iter()
        if line.tag.endswith("polyline")
    ]
    drawn = {(points[0], points[-1]): stroke for points, stroke in lines if stroke in {RED, BLACK, GREEN}}
    for row in rows:
        if row.goal not in (ring.RESISTOR, ring.CAPACITOR):
            points = [f"{x:.1f},{y:.1f}" for x, y in ring_sheet.path(row)]
            wanted = RED if "5 V" in row.why and "data" not in row.why else GREEN if "data" in row.why else BLACK
            assert drawn[points[0], points[-1]] == wanted, row

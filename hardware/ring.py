"""The wiring of a light ring besides that of a starter: a strip, and a buffer for its data on a breadboard.

Holes of the breadboard are named as it is printed on it: columns from 1 on the left, rows a to j from below. The buffer
lies across the gap with its notch to the left, so that its legs 1 to 7 are in row e and 8 to 14, back again, in row f.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from hardware import harness
from hardware.pins import PICO_PINS, PinMap

VBUS_PIN = 40
PLUS, MINUS, LOWER = "upper red row", "upper blue row", "lower blue row"
BUFFER, STRIP, CAPACITOR = "74AHCT125", "lead of the strip", "capacitor of 100 µF"
RESISTOR = "resistor of 330 ohms"
INPUT, OUTPUT, GROUND, SUPPLY = 2, 3, 7, 14
UNUSED = (4, 5, 9, 10, 12, 13)
"""Inputs of the buffer's other three gates; an input that hangs in the air makes a chip draw current."""

LEGS, FIRST_COLUMN, COLUMNS = 14, 12, 30
RESISTOR_COLUMN = 8
LEGS_BELOW, LEGS_ABOVE = "e", "f"


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire from here to there; a chip's contacts have numbers, counted from the notch against the clock.

    `start_hole`, `goal_hole`: where its ends go into the breadboard, if not into a row of one colour.
    """

    start: str
    start_contact: str
    goal: str
    goal_contact: str
    why: str
    start_hole: str = ""
    goal_hole: str = ""


def column(leg: int) -> int:
    """The column of the breadboard that a leg of the buffer is in."""
    return FIRST_COLUMN + (leg - 1 if leg <= LEGS // 2 else LEGS - leg)


def hole(leg: int) -> str:
    """A hole beside a leg of the buffer: the resistor next to it, wires to a row further out, data between."""
    row = "h" if leg > LEGS // 2 else {OUTPUT: "d", INPUT: "b"}.get(leg, "c")
    return f"{row}{column(leg)}"


def wires(pinmap: PinMap) -> list[Wire]:
    """Three from the Pico, in pins that the starter leaves free, then those on the breadboard."""
    (data,) = [each for each in pinmap.signals if each.signal == "PIXEL"]
    taken = {each.pico_pin for each in harness.jumpers(pinmap)}
    ground = next(pin for pin, name in enumerate(PICO_PINS, 1) if name == "GND" and pin not in taken)
    return [
        Wire("Pico", str(data.pico_pin), BUFFER, str(INPUT), "data, 3.3 V", goal_hole=hole(INPUT)),
        Wire("Pico", str(VBUS_PIN), PLUS, "", "5 V of the USB port"),
        Wire("Pico", str(ground), LOWER, "", "ground"),
        Wire(LOWER, "", MINUS, "", "ground of both blue rows"),
        _to(PLUS, SUPPLY, "5 V"),
        _to(LOWER, GROUND, "ground"),
        _to(LOWER, 1, "the first gate is open"),
        *[_to(LOWER if leg <= LEGS // 2 else MINUS, leg, "unused") for leg in UNUSED],
        Wire(BUFFER, str(OUTPUT), RESISTOR, "one leg", "data, 5 V", goal_hole=hole(OUTPUT)),
        Wire(RESISTOR, "other leg", STRIP, "DIN", "data, 5 V", f"d{RESISTOR_COLUMN}", f"b{RESISTOR_COLUMN}"),
        Wire(PLUS, "", STRIP, "5V", "5 V"),
        Wire(MINUS, "", STRIP, "GND", "ground"),
        Wire(PLUS, "", CAPACITOR, "long leg", "plus"),
        Wire(MINUS, "", CAPACITOR, "short leg, at the stripe", "minus"),
    ]


def _to(row: str, leg: int, why: str) -> Wire:
    return Wire(row, "", BUFFER, str(leg), why, goal_hole=hole(leg))


def as_csv(rows: Sequence[Wire]) -> str:
    """The wires as a table to tick off while plugging."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("wire", "from", "contact", "hole", "goes to", "contact", "hole", "what for"))
    for number, each in enumerate(rows, 1):
        writer.writerow((number, *_cells(each)))
    return text.getvalue()


def as_markdown(rows: Sequence[Wire]) -> str:
    """The same for the guide."""
    head = ["| from | contact | hole | goes to | contact | hole | what for |", "|---|---|---|---|---|---|---|"]
    return "\n".join([*head, *(f"| {' | '.join(_cells(each))} |" for each in rows), ""])


def _cells(each: Wire) -> tuple[str, ...]:
    start = (each.start, each.start_contact, each.start_hole)
    return (*start, each.goal, each.goal_contact, each.goal_hole, each.why)

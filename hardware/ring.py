"""The wiring of a light ring besides that of a starter: a strip, and a buffer for its data on a breadboard."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from hardware import harness
from hardware.pins import PICO_PINS, PinMap

VBUS_PIN = 40
PLUS, MINUS = "red row of the breadboard", "blue row of the breadboard"
BUFFER, STRIP, CAPACITOR = "74AHCT125", "lead of the strip", "capacitor of 100 µF"
RESISTOR = "resistor of 330 ohms"
INPUT, OUTPUT, GROUND, SUPPLY = 2, 3, 7, 14
UNUSED = (4, 5, 9, 10, 12, 13)
"""Inputs of the buffer's other three gates; an input that hangs in the air makes a chip draw current."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire from here to there; a chip's contacts have numbers, counted from the notch against the clock."""

    start: str
    start_contact: str
    goal: str
    goal_contact: str
    why: str


def wires(pinmap: PinMap) -> list[Wire]:
    """Three from the Pico, in pins that the starter leaves free, then those on the breadboard."""
    (data,) = [each for each in pinmap.signals if each.signal == "PIXEL"]
    taken = {each.pico_pin for each in harness.jumpers(pinmap)}
    ground = next(pin for pin, name in enumerate(PICO_PINS, 1) if name == "GND" and pin not in taken)
    return [
        Wire("Pico", str(data.pico_pin), BUFFER, str(INPUT), "data, 3.3 V"),
        Wire("Pico", str(VBUS_PIN), PLUS, "", "5 V of the USB port"),
        Wire("Pico", str(ground), MINUS, "", "ground"),
        Wire(PLUS, "", BUFFER, str(SUPPLY), "5 V"),
        Wire(MINUS, "", BUFFER, str(GROUND), "ground"),
        Wire(MINUS, "", BUFFER, "1", "the first gate is open"),
        *[Wire(MINUS, "", BUFFER, str(contact), "unused") for contact in UNUSED],
        Wire(BUFFER, str(OUTPUT), RESISTOR, "one leg", "data, 5 V"),
        Wire(RESISTOR, "other leg", STRIP, "DIN", "data, 5 V"),
        Wire(PLUS, "", STRIP, "5V", "5 V"),
        Wire(MINUS, "", STRIP, "GND", "ground"),
        Wire(PLUS, "", CAPACITOR, "long leg", "plus"),
        Wire(MINUS, "", CAPACITOR, "short leg, at the stripe", "minus"),
    ]


def as_csv(rows: Sequence[Wire]) -> str:
    """The wires as a table to tick off while plugging."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("wire", "from", "contact", "goes to", "contact", "what for"))
    for number, each in enumerate(rows, 1):
        writer.writerow((number, each.start, each.start_contact, each.goal, each.goal_contact, each.why))
    return text.getvalue()


def as_markdown(rows: Sequence[Wire]) -> str:
    """The same for the guide."""
    head = ["| from | contact | goes to | contact | what for |", "|---|---|---|---|---|"]
    lines = [f"| {w.start} | {w.start_contact} | {w.goal} | {w.goal_contact} | {w.why} |" for w in rows]
    return "\n".join([*head, *lines, ""])

"""The wiring of a starter, from the pin map: a table of jumper wires, and the same as WireViz draws it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.pins import PICO_PINS, PinMap

BUTTON_TITLES = {
    "BTN_D1": "first die",
    "BTN_D2": "second die",
    "BTN_D3": "speed die",
    "BTN_OK": "yes",
    "BTN_CANCEL": "no",
}
COLOURS = {"GND": ("BK", "black"), "3V3": ("RD", "red")}
READER_COLOURS = {
    "SDA": ("WH", "white"),
    "SCK": ("YE", "yellow"),
    "MOSI": ("GN", "green"),
    "MISO": ("BU", "blue"),
    "RST": ("OG", "orange"),
}
BUTTON_COLOURS = (("VT", "violet"), ("GY", "grey"), ("BN", "brown"), ("GN", "green"), ("OG", "orange"))
SUPPLY_PIN, READER_GROUND_PIN = 36, 38


@dataclass(frozen=True, slots=True)
class Jumper:
    """One wire: from a pin of the Pico to a contact of something; `code` is WireViz's for the colour."""

    pico_pin: int
    goal: str
    contact: str
    code: str
    colour: str
    signal: str

    @property
    def pico_name(self) -> str:
        """What the Pico's pin is called."""
        return PICO_PINS[self.pico_pin - 1]


def jumpers(pinmap: PinMap) -> list[Jumper]:
    """All wires of a starter: the reader's in the order of its contacts, then two for each button."""
    return [*reader_jumpers(pinmap), *button_jumpers(pinmap)]


def reader_jumpers(pinmap: PinMap) -> list[Jumper]:
    """The seven wires of the reader."""
    pins = {each.signal: each.pico_pin for each in pinmap.signals} | {"3V3_OUT": SUPPLY_PIN, "GND": READER_GROUND_PIN}
    found = []
    for contact in pinmap.reader_pins:
        if goal := pinmap.starter_reader.get(contact):
            code, colour = {**READER_COLOURS, **COLOURS}[contact]
            found.append(Jumper(pins[goal], "reader", contact, code, colour, goal))
    return found


def button_jumpers(pinmap: PinMap) -> list[Jumper]:
    """Two wires for each button: its signal, and a ground pin of its own, the nearest that is free."""
    buttons = [each for each in pinmap.signals if each.starter and each.signal in BUTTON_TITLES]
    grounds = nearest_grounds([each.pico_pin for each in buttons])
    found = []
    for each, ground, (code, colour) in zip(buttons, grounds, BUTTON_COLOURS, strict=True):
        title = BUTTON_TITLES[each.signal]
        found.append(Jumper(each.pico_pin, title, "1", code, colour, each.signal))
        found.append(Jumper(ground, title, "2", *COLOURS["GND"], "GND"))
    return found


def nearest_grounds(pins: Sequence[int]) -> list[int]:
    """A ground pin for each of these pins, the closest pairs first; the reader's is taken."""
    free = {place for place, name in enumerate(PICO_PINS, 1) if name == "GND"} - {READER_GROUND_PIN}
    chosen: dict[int, int] = {}
    for _, pin, ground in sorted((abs(pin - ground), pin, ground) for pin in pins for ground in free):
        if pin not in chosen and ground not in chosen.values():
            chosen[pin] = ground
    return [chosen[pin] for pin in pins]


def as_csv(wires: Sequence[Jumper]) -> str:
    """The wires as a table to tick off while plugging."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("wire", "colour", "pin of the Pico", "its name", "goes to", "contact", "signal"))
    for number, each in enumerate(wires, 1):
        writer.writerow((number, each.colour, each.pico_pin, each.pico_name, each.goal, each.contact, each.signal))
    return text.getvalue()


def description(pinmap: PinMap) -> dict[str, Any]:
    """The wiring as WireViz reads it: one bundle to the reader, one to the buttons."""
    to_reader, to_buttons = reader_jumpers(pinmap), button_jumpers(pinmap)
    reader_contacts = [pinmap.reader_pins.index(each.contact) + 1 for each in to_reader]
    return {
        "options": {"fontname": "DejaVu Sans", "mini_bom_mode": False},
        "connectors": {
            "PICO": pico_connector([*to_reader, *to_buttons]),
            "READER": {"type": "RC522 module", "pinlabels": list(pinmap.reader_pins), "bgcolor": "#e3f2fd"},
            "BUTTONS": buttons_connector(to_buttons),
        },
        "cables": {"W1": bundle(to_reader), "W2": bundle(to_buttons)},
        "connections": [
            connection(to_reader, "W1", {"READER": reader_contacts}),
            connection(to_buttons, "W2", {"BUTTONS": list(range(1, len(to_buttons) + 1))}),
        ],
    }


def pico_connector(wires: Sequence[Jumper]) -> dict[str, Any]:
    """The pins of the Pico that are used, in the order of the wires, so that they do not cross."""
    labels = [each.pico_name for each in wires]
    return {"type": "Pico H", "pins": [each.pico_pin for each in wires], "pinlabels": labels, "bgcolor": "#e8f5e9"}


def buttons_connector(wires: Sequence[Jumper]) -> dict[str, Any]:
    """Both contacts of all buttons."""
    labels = [f"{each.goal}, contact {each.contact}" for each in wires]
    return {"type": "push buttons", "pinlabels": labels, "bgcolor": "#fff8e1"}


def bundle(wires: Sequence[Jumper]) -> dict[str, Any]:
    """Single jumper wires that go the same way."""
    codes = [each.code for each in wires]
    return {"type": "jumper wires", "category": "bundle", "length": 0.2, "colors": codes, "show_wirenumbers": False}


def connection(wires: Sequence[Jumper], cable: str, goal: dict[str, list[int]]) -> list[dict[str, Any]]:
    """From the Pico through a bundle to contacts."""
    return [{"PICO": [each.pico_pin for each in wires]}, {cable: list(range(1, len(wires) + 1))}, goal]


def draw(pinmap: PinMap, folder: Path) -> None:
    """Write `starter-harness.svg`, the wiring as WireViz draws it; needs Graphviz."""
    from wireviz.wireviz import parse

    parse(description(pinmap), output_formats=("svg",), output_dir=folder, output_name="starter-harness")

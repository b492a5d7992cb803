"""The starter on a table: the Pico on its back with all its pins up, the reader, five buttons, every wire."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.harness import BUTTON_TITLES, Jumper
from hardware.pins import PICO_PINS
from hardware.sheet.pen import INK, Pen, Style

WIDTH, HEIGHT = 1180, 770
PICO_LEFT, PICO_TOP, PICO_WIDTH = 490, 120, 190
PITCH = 27
READER_LEFT, READER_TOP, READER_PITCH = 40, 150, 27
READER_WIDTH = 180
BUTTON_LEFT, BUTTON_TOP, BUTTON_PITCH = 1048, 132, 112
UNDER_PICO = PICO_TOP + 20 * PITCH + 74
INKS = {
    "white": "#ffffff",
    "yellow": "#fbc02d",
    "green": "#43a047",
    "blue": "#1e88e5",
    "black": "#263238",
    "orange": "#fb8c00",
    "red": "#e53935",
    "violet": "#8e24aa",
    "grey": "#90a4ae",
    "brown": "#795548",
}

Place = tuple[float, float]


def draw(wires: Sequence[Jumper], reader_pins: Sequence[str]) -> str:
    """The picture as SVG."""
    pen = Pen(WIDTH, HEIGHT)
    pen.text(30, 48, "Starter: one Pico, one reader, five buttons", Style(24, bold=True))
    pen.text(
        30,
        74,
        "Unplug USB before you plug wires. Readers take 3.3 V, never pin 39 or 40. The Pico is on its back, pins up.",
        Style(14, "#c62828"),
    )
    pico(pen, {each.pico_pin for each in wires})
    reader(pen, reader_pins)
    buttons(pen)
    goals = places(reader_pins)
    lanes = {1: 0, -1: 0}
    for each in sorted(wires, key=lambda wire: pin_place(wire.pico_pin)[1]):
        way = pin_way(each.pico_pin)
        wire(pen, each, goals[each.goal, each.contact], lanes[way])
        lanes[way] += 1
    return pen.drawing()


def pin_way(pin: int) -> int:
    """Whether a pin is on the left, -1, or on the right, 1; the USB socket is at the top, and the Pico on its back."""
    return 1 if pin <= 20 else -1


def pin_place(pin: int) -> Place:
    """Where the end of a pin is."""
    if pin <= 20:
        return PICO_LEFT + PICO_WIDTH, PICO_TOP + 35 + (pin - 1) * PITCH
    return PICO_LEFT, PICO_TOP + 35 + (40 - pin) * PITCH


def pico(pen: Pen, used: set[int]) -> None:
    """The Pico seen from below, as one sees it while plugging, its pins numbered; those in use stand out."""
    pen.box((PICO_LEFT, PICO_TOP), (PICO_WIDTH, 20 * PITCH + 50), "#2e7d32", "#1b5e20", 8)
    pen.box((PICO_LEFT + PICO_WIDTH / 2 - 26, PICO_TOP - 14), (52, 40), "#cfd8dc", "#78909c", 3)
    pen.text(PICO_LEFT + PICO_WIDTH / 2, PICO_TOP + 10, "USB", Style(12, INK, "middle", bold=True))
    for line, words in enumerate(("Pico H,", "pins up")):
        pen.text(
            PICO_LEFT + PICO_WIDTH / 2, PICO_TOP + 290 + 20 * line, words, Style(14, "#ffffff", "middle", bold=True)
        )
    for pin, name in enumerate(PICO_PINS, 1):
        x, y = pin_place(pin)
        way = pin_way(pin)
        colour = "#ffffff" if pin in used else "#a5d6a7"
        pen.box((x - 6, y - 6), (12, 12), "#ffd54f" if pin in used else "#9e9d24", "#5d4037", 2)
        anchor = "start" if way < 0 else "end"
        pen.text(x - 11 * way, y + 4, f"{pin}", Style(11, colour, anchor, bold=pin in used))
        pen.text(x - 30 * way, y + 4, name, Style(10.5, colour, anchor))


def reader(pen: Pen, contacts: Sequence[str]) -> None:
    """The module with its eight contacts on the right."""
    pen.box((READER_LEFT, READER_TOP), (READER_WIDTH, 8 * READER_PITCH + 30), "#1565c0", "#0d47a1", 8)
    for inset in (0, 8, 16):
        corner, size = (READER_LEFT + 14 + inset, READER_TOP + 60 + inset), (90 - 2 * inset, 120 - 2 * inset)
        pen.box(corner, size, "none", "#ffcc80", 6)
    pen.text(READER_LEFT + 59, READER_TOP + 36, "RC522 reader", Style(13, "#ffffff", "middle", bold=True))
    for index, name in enumerate(contacts):
        x, y = READER_LEFT + READER_WIDTH, READER_TOP + 28 + index * READER_PITCH
        pen.box((x - 6, y - 6), (12, 12), "#ffd54f", "#5d4037", 2)
        pen.text(x - 12, y + 4, f"{name}  {index + 1}", Style(11, "#ffffff", "end", bold=True))


def buttons(pen: Pen) -> None:
    """Five push buttons, one below the other."""
    for index, title in enumerate(BUTTON_TITLES.values()):
        top = BUTTON_TOP + index * BUTTON_PITCH
        pen.box((BUTTON_LEFT, top), (92, 80), "#eceff1", "#90a4ae", 8)
        pen.box((BUTTON_LEFT + 21, top + 8), (50, 50), "#ef5350" if title == "no" else "#66bb6a", "#455a64", 25)
        pen.text(BUTTON_LEFT + 46, top + 73, title, Style(12, INK, "middle", bold=True))
        for contact in ("1", "2"):
            x, y = button_place(index, contact)
            pen.box((x - 6, y - 6), (12, 12), "#ffd54f", "#5d4037", 2)


def button_place(index: int, contact: str) -> Place:
    """Where a contact of a button is."""
    return BUTTON_LEFT, BUTTON_TOP + index * BUTTON_PITCH + {"1": 22, "2": 54}[contact]


def places(reader_pins: Sequence[str]) -> dict[tuple[str, str], Place]:
    """Where each wire ends."""
    at_reader = {
        ("reader", name): (READER_LEFT + READER_WIDTH, READER_TOP + 28.0 + index * READER_PITCH)
        for index, name in enumerate(reader_pins)
    }
    titles = enumerate(BUTTON_TITLES.values())
    return at_reader | {(title, each): button_place(index, each) for index, title in titles for each in ("1", "2")}


def wire(pen: Pen, each: Jumper, goal: Place, lane: int) -> None:
    """One wire, in a lane of its own between the Pico and its goal; round the Pico's lower end if it must."""
    x, y = pin_place(each.pico_pin)
    way = pin_way(each.pico_pin)
    turn = x + way * (34 + lane * 16)
    points = [(x, y), (turn, y), (turn, goal[1]), goal]
    if (goal[0] - x) * way < 0:
        far = PICO_LEFT + PICO_WIDTH + 200
        points = [(x, y), (turn, y), (turn, UNDER_PICO), (far, UNDER_PICO), (far, goal[1]), goal]
    pen.line(points, "#78909c" if each.colour == "white" else "#ffffff", 6)
    pen.line(points, INKS[each.colour], 3.2)

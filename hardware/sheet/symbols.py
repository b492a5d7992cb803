"""The symbols of the sheet: blocks with contacts on two sides, labels, grounds and two-legged parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hardware.parts import Contact, Kind
from hardware.sheet.pen import FAINT, INK, Pen, Style
from hardware.sheet.wires import Wire, Wires

COLOURS = (
    ("^(3V3|5V|5V_IN)$", "#c0392b"),
    ("^GND$", "#37474f"),
    ("SCK|MOSI|MISO|CS_N", "#1565c0"),
    ("^SEL_|RST", "#d35400"),
    ("^BTN|^SWITCH", "#1e8449"),
    ("^LED|^LAMP|PIXEL", "#8e44ad"),
    ("", "#455a64"),
)
FRAME_OF_BLOCK = "#6d4c41"


def colour_of(net: str) -> str:
    """The colour of a net's lines and label."""
    return next(colour for pattern, colour in COLOURS if re.search(pattern, net))


def ground(pen: Pen, x: float, y: float, way: int) -> None:
    """Three bars at the end of a wire."""
    for step, half in enumerate((6, 4, 2)):
        pen.line([(x + 2.6 * step * way, y - half), (x + 2.6 * step * way, y + half)], colour_of("GND"), 1.6)


def label(pen: Pen, x: float, y: float, net: str, way: int) -> None:
    """The name of a net in a flag that points at its wire; ground has a symbol instead."""
    colour = colour_of(net)
    pen.line([(x, y), (x + 6 * way, y)], colour)
    x += 6 * way
    if net == "GND":
        ground(pen, x, y, way)
        return
    far = x + (len(net) * 6.6 + 13) * way
    pen.shape([(x, y), (x + 6 * way, y - 7), (far, y - 7), (far, y + 7), (x + 6 * way, y + 7)], colour + "16", colour)
    pen.text(x + 8 * way, y + 3.5, net, Style(9.5, colour, "start" if way > 0 else "end", bold=True))


def inline_part(pen: Pen, x: float, y: float, words: str, way: int, *, pill: bool) -> float:
    """A part on a wire, its reference and value inside; a pill leads to a supply. Returns where the wire goes on."""
    length = len(words) * 4.7 + 14
    start = min(x, x + length * way)
    pen.line([(start, y), (start + length, y)], INK)
    fill, colour, radius = ("#fff8e1", "#b9770e", 6) if pill else ("#fff", INK, 1.5)
    pen.box((start + 3, y - 5.5), (length - 6, 11), fill, colour, radius)
    pen.text(start + length / 2, y + 2.8, words, Style(7.5, "#7d6608" if pill else INK, "middle"))
    return x + length * way


def stub(pen: Pen, x: float, y: float, wire: Wire | None, way: int) -> None:
    """Everything that leaves a contact."""
    if wire is None:
        x += 16 * way
        pen.line([(x - 16 * way, y), (x, y)], FAINT)
        pen.line([(x - 3, y - 3), (x + 3, y + 3)], FAINT)
        pen.line([(x - 3, y + 3), (x + 3, y - 3)], FAINT)
        return
    pen.line([(x, y), (x + 16 * way, y)], colour_of(wire.label))
    x += 16 * way
    for pull in wire.pulls:
        arrow = "↓" if pull.supply == "GND" else "↑"
        x = inline_part(pen, x, y, f"{pull.reference} {pull.value} {arrow} {pull.supply}", way, pill=True)
    if wire.series:
        x = inline_part(pen, x, y, " ".join(wire.series), way, pill=False)
    label(pen, x, y, wire.label, way)


class Block:
    """A part with many contacts, its two sides as its kind lists them."""

    def __init__(self, pen: Pen, wires: Wires) -> None:
        self._pen = pen
        self._wires = wires

    def draw(
        self, reference: str, title: str, kind: Kind, corner: tuple[float, float], width: float, pitch: float
    ) -> None:
        """Draw the part with its upper left corner there; contacts are `pitch` apart."""
        x, y = corner
        height = max(len(kind.left), len(kind.right)) * pitch + 8
        self._pen.box(corner, (width, height), "#fffdf5", FRAME_OF_BLOCK, 4)
        self._pen.text(x + width / 2, y - 16, reference, Style(11.5, FRAME_OF_BLOCK, "middle", bold=True))
        self._pen.text(x + width / 2, y - 5, title, Style(9, "#607d8b", "middle"))
        self._side(reference, kind.left, (x, y + pitch / 2 + 4), -1, pitch)
        self._side(reference, kind.right, (x + width, y + pitch / 2 + 4), 1, pitch)

    def _side(
        self, reference: str, contacts: Sequence[Contact], start: tuple[float, float], way: int, pitch: float
    ) -> None:
        x, y = start
        inward, outward = ("end", "start") if way > 0 else ("start", "end")
        for contact in contacts:
            self._pen.text(x - 5 * way, y + 3.3, contact.name, Style(8.8, INK, inward))
            self._pen.text(x + 2 * way, y - 2, contact.number, Style(6.3, FAINT, outward))
            stub(self._pen, x, y, self._wires.leaving(reference, contact.number), way)
            y += pitch


def standing_part(pen: Pen, x: float, y: float, reference: str, value: str, ends: tuple[str, str]) -> None:
    """A two-legged part by itself between two labels; x is its middle."""
    width = len(value) * 6.0 + 16
    pen.box((x - width / 2, y - 9), (width, 18), "#fffdf5", FRAME_OF_BLOCK, 4)
    pen.text(x, y + 3.5, value, Style(9, INK, "middle"))
    pen.text(x, y - 12, reference, Style(9, FRAME_OF_BLOCK, "middle", bold=True))
    label(pen, x - width / 2, y, ends[0], -1)
    label(pen, x + width / 2, y, ends[1], 1)

"""Round labels for the tags under the pieces: each colour of the lobby with a shape of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, get_args

from hub.features.printing.colours import SEATS, SOFT, on
from hub.features.printing.edition import Printed
from hub.features.printing.paper import Box, Paper, in_rows
from hub.table.wire.contract import Colour, Shape

DIAMETER_MM, ROW_MM, COLUMN_MM = 25.0, 38.0, 31.0
COLOUR_MM, SHAPE_MM = 11.5, 6.0
SETS = 5
"""How many labels of each piece fill a page: under it, on it, and spare ones."""

Point: TypeAlias = tuple[float, float]


def _regular(corners: int, turned: float = 0.0) -> list[Point]:
    """The corners of a regular shape of radius 1, the first one upwards."""
    angles = [2 * math.pi * corner / corners + turned for corner in range(corners)]
    return [(math.sin(angle), -math.cos(angle)) for angle in angles]


def _star() -> list[Point]:
    radii = (1.0, 0.42) * 5
    return [(x * radius, y * radius) for (x, y), radius in zip(_regular(10), radii, strict=True)]


def _cross() -> list[Point]:
    arm = 0.36
    quarter = [(-arm, -1.0), (arm, -1.0), (arm, -arm)]
    return [(x, y) for turn in range(4) for x, y in (_turned(point, turn) for point in quarter)]


def _turned(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _heart() -> list[Point]:
    angles = [2 * math.pi * step / 60 for step in range(60)]
    return [
        (math.sin(a) ** 3, -(13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)) / 16)
        for a in angles
    ]


OUTLINES: Mapping[Shape, Callable[[], Sequence[Point]]] = {
    "triangle": lambda: _regular(3),
    "square": lambda: _regular(4, math.pi / 4),
    "circle": lambda: _regular(48),
    "star": _star,
    "diamond": lambda: [(x * 0.72, y) for x, y in _regular(4)],
    "hexagon": lambda: _regular(6),
    "heart": _heart,
    "cross": _cross,
}
"""Corners of each shape within a circle of radius 1."""


def labels_sheet(paper: Paper, printed: Printed) -> None:
    """The pieces of the lobby, a colour and a shape each, named below."""
    pieces = list(zip(get_args(Colour), get_args(Shape), strict=True)) * SETS
    for (colour, shape), box in in_rows(paper, pieces, COLUMN_MM, ROW_MM):
        _label(paper, colour, shape, box)
        name = f"{printed.text(f'colour.{colour}')}, {printed.text(f'shape.{shape}')}"
        paper.fitted(Box(box.x, box.y + DIAMETER_MM + 1, box.width - 2, 5), name, 7, colour=SOFT)


def _label(paper: Paper, colour: Colour, shape: Shape, box: Box) -> None:
    x, y = box.x + COLUMN_MM / 2 - 1, box.y + DIAMETER_MM / 2
    paper.circle(x, y, DIAMETER_MM / 2)
    paper.circle(x, y, COLOUR_MM, fill=SEATS[colour], line=None)
    points = [(x + dx * SHAPE_MM, y + dy * SHAPE_MM) for dx, dy in OUTLINES[shape]()]
    paper.polygon(points, on(SEATS[colour]))

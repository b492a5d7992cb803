"""What is glued on and under pieces: labels for tags, each colour of the lobby with a shape, and marks for a camera.

Of these there are marks for the corners of the middle of the board, and discs for the pieces.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, get_args

from hub.features.printing.colours import PAPER, SEATS, SOFT, on
from hub.features.printing.edition import Printed
from hub.features.printing.paper import TOP_MM, WIDTH_MM, Box, Paper, in_rows
from hub.pictures.board import (
    CORNER_MARK_MM,
    CORNER_MARKS,
    CORNER_PAPER_MM,
    FIELDS,
    PIECE_MARKS,
    SIZES_MM,
    white_fields,
)
from hub.rules.needs import SIDES
from hub.table.wire.contract import Colour, Shape

DIAMETER_MM, ROW_MM, COLUMN_MM = 25.0, 38.0, 31.0
COLOUR_MM, SHAPE_MM = 11.5, 6.0
SETS = 5
"""How many labels of each piece fill a page: under it, on it, and spare ones."""

Point: TypeAlias = tuple[float, float]
BLACK: Final = "#000000"
QUIET: Final = 1 / 8
"""White on each side of a piece's mark, as a share of it; without it a camera does not find the black."""

DIAMETER: Final = (1 + 2 * QUIET) * 2**0.5
"""Of a disc, as a share of its mark: the white square reaches its edge."""

NAME_MM, GAP_MM, LEFT_MM = 4.5, 2.0, 10.0


def _regular(corners: int, turned: float = 0.0) -> list[Point]:
    """The corners of a regular shape of radius 1, the first one upwards."""
    angles = [2 * math.pi * corner / corners + turned for corner in range(corners)]
    return [(math.sin(angle), -math.cos(angle)) for angle in angles]


def _star() -> list[Point]:
    radii = (1.0, 0.42) * 5
    return [(x * radius, y * radius) for (x, y), radius in zip(_regular(10), radii, strict=True)]


def _cross() -> list[Point]:
    arm, corners = 0.36, list[Point]()
    quarter = [(-arm, -1.0), (arm, -1.0), (arm, -arm)]
    for _ in range(4):
        corners += quarter
        quarter = [(-y, x) for x, y in quarter]
    return corners


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


def marks_sheet(paper: Paper, printed: Printed) -> None:
    """All of it on one page: the corners above, then the pieces from the smallest mark to the largest."""
    width = WIDTH_MM - 2 * LEFT_MM
    paper.fitted(Box(LEFT_MM, TOP_MM, width, 9), printed.text("print.marks.how"), 9, align="left")
    _corners(paper, printed, TOP_MM + 11)
    top = TOP_MM + 11 + CORNER_PAPER_MM + NAME_MM + GAP_MM
    for size_mm in SIZES_MM:
        said = printed.text("print.marks.size", mm=round(size_mm))
        paper.fitted(Box(LEFT_MM, top, width, 5), said, 9, colour=SOFT, align="left")
        top += 6
        places = dict(_in_rows(size_mm))
        for mark, box in places.items():
            _disc(paper, printed, mark, Box(box.x, top + box.y, box.width, box.height))
        top += max(box.y + box.height for box in places.values()) + NAME_MM + GAP_MM


def _corners(paper: Paper, printed: Printed, top: float) -> None:
    """White squares to be laid into the corners, each with the corner's space."""
    per_side = len(printed.view.spaces) // SIDES
    left = (WIDTH_MM - len(CORNER_MARKS) * CORNER_PAPER_MM) / 2
    for number, mark in enumerate(CORNER_MARKS):
        box = Box(left + number * CORNER_PAPER_MM, top, CORNER_PAPER_MM, CORNER_PAPER_MM)
        paper.rectangle(box)
        _mark(paper, mark, box.middle(CORNER_MARK_MM, CORNER_MARK_MM))
        name = printed.view.spaces[number * per_side].name
        paper.fitted(Box(box.x + 1, box.y + box.height + 0.5, box.width - 2, NAME_MM), name, 9)


def _in_rows(size_mm: float) -> Iterator[tuple[int, Box]]:
    """The marks of one size with the squares round their discs, from the height 0 down."""
    diameter = size_mm * DIAMETER
    marks = [mark for mark, piece in PIECE_MARKS.items() if piece.size_mm == size_mm]
    fitting = int((WIDTH_MM - 2 * LEFT_MM) // (diameter + GAP_MM))
    columns = len(marks) if fitting >= len(marks) else len(marks) // 2
    step = (WIDTH_MM - 2 * LEFT_MM) / columns
    for number, mark in enumerate(marks):
        row, column = divmod(number, columns)
        left = LEFT_MM + column * step + (step - diameter) / 2
        yield mark, Box(left, row * (diameter + NAME_MM), diameter, diameter)


def _disc(paper: Paper, printed: Printed, mark: int, box: Box) -> None:
    """The colour and four times the shape of its piece, round the mark; the hairline is where to cut."""
    piece = PIECE_MARKS[mark]
    colour: Colour = get_args(Colour)[piece.piece]
    shape: Shape = get_args(Shape)[piece.piece]
    radius, middle = box.width / 2, (box.x + box.width / 2, box.y + box.height / 2)
    paper.circle(*middle, radius, fill=SEATS[colour])
    white = box.middle(piece.size_mm * (1 + 2 * QUIET), piece.size_mm * (1 + 2 * QUIET))
    paper.rectangle(white, fill=PAPER, line=None)
    _mark(paper, mark, box.middle(piece.size_mm, piece.size_mm))
    size = (radius - white.width / 2) * 0.4
    away = (radius + white.width / 2) / 2
    for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        x, y = middle[0] + across * away, middle[1] + down * away
        paper.polygon([(x + dx * size, y + dy * size) for dx, dy in OUTLINES[shape]()], on(SEATS[colour]))
    name = f"{printed.text(f'colour.{colour}')}, {printed.text(f'shape.{shape}')}"
    paper.fitted(Box(box.x - 1, box.y + box.height + 0.3, box.width + 2, NAME_MM - 1), name, 6.5, colour=SOFT)


def _mark(paper: Paper, mark: int, box: Box) -> None:
    paper.rectangle(box, fill=BLACK, line=None)
    field = box.width / FIELDS
    for column, row in white_fields(mark):
        paper.rectangle(Box(box.x + column * field, box.y + row * field, field, field), fill=PAPER, line=None)

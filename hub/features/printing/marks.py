"""For a camera above the board: marks for the corners of its middle, and discs to be glued on the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from hub.features.printing.colours import PAPER, SEATS, SOFT, on
from hub.features.printing.edition import Printed
from hub.features.printing.labels import OUTLINES
from hub.features.printing.paper import TOP_MM, WIDTH_MM, Box, Paper
from hub.pictures.board import CORNER_MARK_MM, CORNER_MARKS, CORNER_PAPER_MM
from hub.pictures.marks import FIELDS, PIECE_MARKS, SIZES_MM, white_fields
from hub.rules.needs import SIDES
from hub.table.wire.contract import Colour, Shape

BLACK: Final = "#000000"
QUIET: Final = 1 / 8
"""White on each side of a piece's mark, as a share of it; without it a camera does not find the black."""
DIAMETER: Final = (1 + 2 * QUIET) * 2**0.5
"""Of a disc, as a share of its mark: the white square reaches its edge."""
NAME_MM, GAP_MM, LEFT_MM = 4.5, 2.0, 10.0


def marks_sheet(paper: Paper, printed: Printed) -> None:
    """All of it on one page: the corners above, then the pieces from the smallest mark to the largest."""
    width = WIDTH_MM - 2 * LEFT_MM
    paper.fitted(Box(LEFT_MM, TOP_MM, width, 9), printed.text("print.marks.how"), 9, align="left")
    _corners(paper, printed, TOP_MM + 11)
    top = TOP_MM + 11 + CORNER_PAPER_MM + NAME_MM + GAP_MM
    for size_mm in SIZES_MM:
        paper.fitted(
            Box(LEFT_MM, top, width, 5),
            printed.text("print.marks.size", mm=round(size_mm)),
            9,
            colour=SOFT,
            align="left",
        )
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
    """A black square with its white fields."""
    paper.rectangle(box, fill=BLACK, line=None)
    field = box.width / FIELDS
    for column, row in white_fields(mark):
        paper.rectangle(Box(box.x + column * field, box.y + row * field, field, field), fill=PAPER, line=None)

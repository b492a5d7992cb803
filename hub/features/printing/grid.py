"""Things of one size in rows and columns, to be cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from hub.features.printing.paper import BOTTOM_MM, TOP_MM, WIDTH_MM, Box, Paper

Thing = TypeVar("Thing")
MARGIN_MM = 8.0


def in_rows(paper: Paper, things: Iterable[Thing], width: float, height: float) -> Iterator[tuple[Thing, Box]]:
    """Each thing with its place; begins pages as they fill up."""
    columns = int((WIDTH_MM - 2 * MARGIN_MM) // width)
    rows = int((BOTTOM_MM - TOP_MM) // height)
    left = (WIDTH_MM - columns * width) / 2
    above = TOP_MM + (BOTTOM_MM - TOP_MM - rows * height) / 2
    for number, thing in enumerate(things):
        at = number % (columns * rows)
        if number and at == 0:
            paper.next_page()
        row, column = divmod(at, columns)
        yield thing, Box(left + column * width, above + row * height, width, height)

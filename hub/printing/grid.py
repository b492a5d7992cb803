"""Things of one size in rows and columns, to be cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from hub.printing.paper import HEIGHT_MM, WIDTH_MM, Box, Paper

Thing = TypeVar("Thing")
LEFT_MM, TOP_MM, BOTTOM_MM = 10.0, 24.0, 10.0


def in_rows(paper: Paper, things: Iterable[Thing], width: float, height: float) -> Iterator[tuple[Thing, Box]]:
    """Each thing with its place; begins pages as they fill up."""
    columns = int((WIDTH_MM - 2 * LEFT_MM) // width)
    rows = int((HEIGHT_MM - TOP_MM - BOTTOM_MM) // height)
    for number, thing in enumerate(things):
        at = number % (columns * rows)
        if number and at == 0:
            paper.next_page()
        row, column = divmod(at, columns)
        yield thing, Box(LEFT_MM + column * width, TOP_MM + row * height, width, height)

"""What a sheet is: its columns and how its rows are made from a story. All are listed in `rows`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from hub.domain.commands import SeatCommand
from hub.features.export.teller import Teller
from hub.records.story import Story
from hub.spreadsheet import Cell

Kind: TypeAlias = Literal["text", "count", "money", "time", "id"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `id` names it in JSON and its heading in the locales, unless it has a `title` of its own."""

    id: str
    kind: Kind = "text"
    title: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of an export. `rows` yields as many cells as there are columns.

    A sheet that not every edition has is `about` a command: rules that do not know it have no such sheet.
    """

    id: str
    columns: Callable[[Story], Sequence[Column]]
    rows: Callable[[Story, Teller], Iterable[tuple[Cell, ...]]]
    about: type[SeatCommand] | None = None


money, figure, for_programs = (partial(Column, kind=kind) for kind in ("money", "count", "id"))
"""Columns with amounts, with other figures, and with what only programs read: a workbook hides them."""


def fixed(*columns: Column | str) -> Callable[[Story], Sequence[Column]]:
    """Columns that are the same for every game; those with texts by their ids alone."""
    made = tuple(Column(column) if isinstance(column, str) else column for column in columns)
    return lambda _story: made


MOVE, TURN, TIME = figure("move"), figure("turn"), Column("time", "time")
"""When something happened; the first columns of every sheet that follows the game."""

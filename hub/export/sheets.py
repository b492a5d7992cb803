"""What a sheet is: its columns and how its rows are made from a story. All sheets are listed in `hub.export.book`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from hub.export.story import Story
from hub.export.words import Teller
from hub.rules.ports import Rules

Cell: TypeAlias = int | str | None
"""What stands in a cell: a figure, a text, or nothing."""

Kind: TypeAlias = Literal["text", "count", "money", "time"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `id` names it in JSON and its heading in the locales, unless it has a `title` of its own."""

    id: str
    kind: Kind = "text"
    title: str = ""


def always(_rules: Rules) -> bool:
    """For sheets that every edition has."""
    return True


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of an export. `rows` yields as many cells as there are columns.

    `concerns` says whether rules have what the sheet is about: a sheet of one edition asks for the slot it needs, never
    for a name.
    """

    id: str
    columns: Callable[[Story], Sequence[Column]]
    rows: Callable[[Story, Teller], Iterable[tuple[Cell, ...]]]
    concerns: Callable[[Rules], bool] = always


def fixed(*columns: Column) -> Callable[[Story], Sequence[Column]]:
    """Columns that are the same for every game."""
    return lambda _story: columns


def local_time(at_ms: int) -> str:
    """Wall clock in the zone of the table, ISO 8601 to the second."""
    return datetime.fromtimestamp(at_ms / 1_000).isoformat(timespec="seconds")


MOVE, TURN, TIME = Column("move", "count"), Column("turn", "count"), Column("time", "time")
"""When something happened; the first columns of every sheet that follows the game."""

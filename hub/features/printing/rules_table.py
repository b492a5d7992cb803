"""The deeds of an edition as tables: one for each kind of them, with the rents that go with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from hub.features.printing.colours import HAIR, SOFT, pale
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, PLAIN, Box, Paper
from hub.table.views.printed import SpaceView

KINDS = ("street", "station", "utility")
NAME_SHARE = 0.24
DOT_MM = 1.1


@dataclass(frozen=True)
class PropertyTable:
    """A heading, the names of the columns, and a row for each deed: its colour, its name, its figures."""

    HIGH_MM_MINIMUM: ClassVar[float] = 3.7
    HIGH_MM_MAXIMUM: ClassVar[float] = 6.4

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]

    @property
    def least(self) -> float:
        """How much room it takes at least, in millimetres."""
        return (len(self.rows) + 2) * self.HIGH_MM_MINIMUM

    def draw(self, paper: Paper, box: Box) -> None:
        """Into its place, rows of one height."""
        high = box.height / (len(self.rows) + 2)
        points = min(9.0, high * 1.9)
        first = box.width * NAME_SHARE
        wide = (box.width - first) / len(self.columns)
        paper.text(box.x, box.y + high * 0.9, self.title, min(12.0, points * 1.25), font=BOLD)
        for number, name in enumerate(self.columns):
            x = box.x + first + (number + 1) * wide
            paper.text(x - 1, box.y + high * 1.75, name, points * 0.82, colour=SOFT, align="right")
        for row, (colour, name, figures) in enumerate(self.rows, 2):
            y = box.y + row * high
            if row % 2 == 0:
                paper.rectangle(Box(box.x, y, box.width, high), fill=pale(colour, 0.12), line=None)
            paper.circle(box.x + 2, y + high / 2, DOT_MM, fill=colour, line=HAIR)
            paper.fitted(Box(box.x + 4.5, y, first - 5, high), name, points, align="left")
            base = y + high / 2 + points * 0.125
            for number, figure in enumerate(figures):
                paper.text(box.x + first + (number + 1) * wide - 1, base, figure, points, font=PLAIN, align="right")


def deed_tables(printed: Printed, say: Callable[..., str]) -> list[PropertyTable]:
    """A table for each kind of deed there is; `say` words a key of the rule sheet."""
    return [_table(printed, say, kind, deeds) for kind in KINDS if (deeds := list(_deeds(printed, kind)))]


def _deeds(printed: Printed, kind: str) -> Iterator[SpaceView]:
    """Group by group, in the order of the track."""
    for spaces in printed.rules.track.groups.values():
        yield from (printed.view.spaces[space] for space in spaces if printed.view.spaces[space].kind == kind)


def _table(printed: Printed, say: Callable[..., str], kind: str, deeds: list[SpaceView]) -> PropertyTable:
    rents = max(len(deed.rents) for deed in deeds)
    built, commission = any(deed.house_price for deed in deeds), any(deed.commission for deed in deeds)
    lent = "sale" if any(deed.commission for deed in printed.rules.track.deeds.values()) else "mortgage"
    first = 0 if kind == "street" else 1
    times = "×" if kind == "utility" else ""
    columns = [say("column.price"), *(f"{number + first}" for number in range(rents))]
    columns += [*([say("column.house")] if built else []), say(f"column.{lent}")]
    columns += [say("column.commission")] if commission else []

    def row(deed: SpaceView) -> tuple[str, ...]:
        figures = [printed.amount(deed.price), *(times + printed.amount(rent) for rent in deed.rents)]
        figures += [""] * (rents - len(deed.rents)) + ([printed.amount(deed.house_price)] if built else [])
        return (*figures, printed.amount(deed.mortgage), *([printed.amount(deed.commission)] if commission else []))

    heading = {"street": "stage", "utility": "factor"}.get(kind, "owned")
    title = f"{say(f'kind.{kind}')} · {say(f'column.{heading}')}"
    return PropertyTable(
        title, tuple(columns), tuple((printed.colour(deed.group), deed.name, row(deed)) for deed in deeds)
    )

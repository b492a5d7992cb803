"""What the banker sees of the laboratory: what it plays, how far it is, and what it has found (FORESIGHT.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

LabGames: TypeAlias = Literal[100, 400, 2000]
"""How many games of each variant are played: for a first look, as usual, for small differences."""

LabTrouble: TypeAlias = Literal["", "lost", "unstored", "failed"]
"""Why the laboratory stopped by itself: a process was ended, the disk does not take games, a fault of ours."""


class LabQuestion(Struct, frozen=True, kw_only=True):
    """What is played: the edition, perhaps on a family's own tables, without house rules and with those of the table.

    `games` is how many of each of the two, or of the one where no house rules are agreed on.
    """

    edition: str
    own_tables: bool
    house_rules: tuple[str, ...]
    seats: int
    games: int


class LabReportView(Struct, frozen=True):
    """A report that can be opened: `/api/laboratory?report=NAME&language=de`. Whoever knows the name may read it."""

    name: str
    question: LabQuestion


class LabView(Struct, frozen=True, kw_only=True):
    """The laboratory of the hub. While it is `running`, `played` of `whole` games are there.

    `left_s` is about how many seconds are left, -1 as long as nobody knows; once all games are there, the report is
    written. A run that was stopped keeps its figures. `report` is the newest one, None before there was any.
    """

    running: bool = False
    question: LabQuestion | None = None
    played: int = 0
    whole: int = 0
    left_s: int = -1
    trouble: LabTrouble = ""
    report: LabReportView | None = None

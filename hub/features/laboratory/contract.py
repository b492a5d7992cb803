"""The laboratory as the banker sees it: its question, its progress, its report (ODDS.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

LabGames: TypeAlias = Literal[100, 400, 2000]
"""How many games of each variant are played: for a first look, as usual, for small differences."""

LabTrouble: TypeAlias = Literal["", "lost", "unstored", "failed"]
"""Why the laboratory stopped by itself: a process was ended, the disk does not take games, a fault of ours."""


class LabQuestion(Struct, frozen=True, kw_only=True):
    """What is compared: an edition, perhaps on a family's own tables, without house rules and with those agreed on.

    `edition` is its id, or what the family calls its board.
    `games` is the number of games of each variant; without agreed house rules there is only one.
    """

    edition: str
    own_tables: bool
    house_rules: tuple[str, ...]
    seats: int
    games: int


class LabReportView(Struct, frozen=True):
    """A finished report, at `/api/laboratory?report=NAME&language=de`. Anybody who knows the name may read it."""

    name: str
    question: LabQuestion


class LabView(Struct, frozen=True, kw_only=True):
    """The laboratory of the hub. While it is `running`, `played` of `whole` games are finished.

    `left_s` is roughly how many seconds remain, -1 if unknown; once all games are finished, the report is written. A
    run that was stopped keeps its figures. `report` is the newest one, None before there is any.
    """

    running: bool = False
    question: LabQuestion | None = None
    played: int = 0
    whole: int = 0
    left_s: int = -1
    trouble: LabTrouble = ""
    report: LabReportView | None = None


CROSSING = ()

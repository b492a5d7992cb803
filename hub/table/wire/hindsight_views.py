"""Hindsight as browsers see it, part of a game's story; `web/src/wire.ts` is generated from these structs too.

Changes are those of a seat's chance to win, in whole percentage points. How they are computed: ODDS.md.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import Seat, Space
from hub.table.wire.contract import FeedLine

Turned: TypeAlias = Literal[
    "throw", "card", "deal", "purchase", "auction", "building", "declined", "undone", "correction", "decision"
]
"""What moved the odds: chance (`throw`, `card`), or somebody who decided; `undone` is what was not done in time."""


class OddsView(Struct, frozen=True, kw_only=True):
    """The odds over the evening: `seats[seat][n]` is the chance to win (0 to 1) when turn `turns[n]` began.

    The last one is the end of the game. `reach` is the half width of a 95 % confidence interval.
    """

    turns: tuple[int, ...]
    seats: tuple[tuple[float, ...], ...]
    reach: float


class ShareView(Struct, frozen=True):
    """What moved a seat's chance from `start` to `end`: dice and cards, its own decisions, those of others.

    `start` and these three add up to `end`. The figure for its own decisions is accurate to `reach` points.
    """

    start: int
    luck: int
    own: int
    others: int
    end: int
    reach: int


class TurnedView(Struct, frozen=True, kw_only=True):
    """One event that changed the odds significantly, by more than the statistical error.

    `seats` threw or decided. `changes` are by seat, each accurate to `reach` points. `faces` were thrown and led to
    `space` (-1: nowhere); `deeds` are those concerned, `missed` is what was not done; `lines` are the consequences, as
    everybody may know them.
    """

    kind: Turned
    turn: int
    seats: tuple[Seat, ...]
    changes: tuple[int, ...]
    reach: int
    faces: tuple[int, ...] = ()
    space: Space = -1
    deeds: tuple[Space, ...] = ()
    missed: Turned = "decision"
    lines: tuple[FeedLine, ...] = ()


class HindsightView(Struct, frozen=True, kw_only=True):
    """Why a game ended as it did. `entries` is the length of its log, `rollouts` how many `engine` played.

    `turning` are the greatest turning points in order of time; `luckiest` throw and `best` deal are None if none stands
    out.
    """

    game: str
    entries: int
    odds: OddsView
    shares: tuple[ShareView, ...]
    turning: tuple[TurnedView, ...]
    luckiest: TurnedView | None
    best: TurnedView | None
    rollouts: int
    engine: str


class LookingBackView(Struct, frozen=True, kw_only=True):
    """The progress of a game's hindsight, in percent; `found` once it is finished.

    `wanted` is False if there is none: the game is not over, or its players do without odds.
    """

    wanted: bool
    percent: int = 0
    found: HindsightView | None = None

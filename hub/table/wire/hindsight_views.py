"""What the story of a game knows of its odds, on its way to a browser; `web/src/wire.ts` is generated from it too.

Changes are whole points of percent, those of a seat's chance to win. How they are found: FORESIGHT.md.
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

    The last is the end. The true figures lie within `reach` in 95 of 100 cases.
    """

    turns: tuple[int, ...]
    seats: tuple[tuple[float, ...], ...]
    reach: float


class ShareView(Struct, frozen=True):
    """What made a seat's chance go from `start` to `end`: dice and cards, its own decisions, those of others.

    The four together are `end`. The own decisions are known but for `reach` points.
    """

    start: int
    luck: int
    own: int
    others: int
    end: int
    reach: int


class TurnedView(Struct, frozen=True, kw_only=True):
    """One thing that moved the odds, more than chance in counting can explain.

    `seats` threw or decided. `changes` are by seat, each known but for `reach` points. `faces` were thrown and led to
    `space` (-1: nowhere); `deeds` are those it was about, `missed` what was left undone; `lines` are what followed from
    it, as everybody may know.
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
    """Why a game ended as it did. `entries` is how long its log was, `rollouts` how many were played by `engine`.

    `turning` are the greatest turning points in the order of the evening; there may be no `luckiest` throw and no
    `best` deal that stands out.
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
    """How far looking back at a game has come, in hundredths; `found` when it is done.

    `wanted` is False where it is not looked at: it is not over, or its players do without odds.
    """

    wanted: bool
    percent: int = 0
    found: HindsightView | None = None

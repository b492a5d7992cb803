"""Odds as browsers see them: who is winning, how long a game takes, why it ended as it did (ODDS.md)."""

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import Seat, Space
from hub.domain.unions import AnySeatCommand
from hub.table.wire.contract import FeedLine

AnswerVerdict: TypeAlias = Literal["best", "close", "likely_worse", "worse"]
"""The verdict on an answer: the best one, as good as that one, perhaps worse, clearly worse."""


class OutlookView(Struct, frozen=True):
    """The outlook of a position, from what an onlooker can know (ODDS.md).

    By seat, the chance to win (0 to 1) with its bounds; the minutes until the end, as median and as a range that holds
    in most cases. `odds` is empty until it is computed for this position. `played_on`: no evaluation was fitted to the
    rules in force, so it was estimated by playing on to the end.
    """

    odds: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    minutes_left: int = 0
    minutes_least: int = 0
    minutes_most: int = 0
    played_on: bool = False


class ShortEvening(Struct, frozen=True):
    """How many minutes a game takes that ends after `rounds` rounds."""

    rounds: int
    minutes: int


class LengthView(Struct, frozen=True):
    """How long a game with these players and house rules takes at this table.

    Minutes as median and as a range that holds in most cases, 0 until computed; `short` has the same for games with a
    limited number of rounds, fewest first, and is empty until computed.
    """

    minutes: int = 0
    minutes_least: int = 0
    minutes_most: int = 0
    short: tuple[ShortEvening, ...] = ()


class AdvisedAnswer(Struct, frozen=True):
    """One possible answer, and the chance to win (0 to 1) of the seat that gives it, with its bounds.

    Where another seat (`other`) takes part, `odds_other` is the chance of that seat.
    """

    command: AnySeatCommand
    odds: float
    low: float
    high: float
    verdict: AnswerVerdict
    other: int | None = None
    odds_other: float = 0


class AdviceView(Struct, frozen=True):
    """Advice, shown only to the seat that asked for it.

    `state` is that in this position: `open` (not asked yet), `thinking`, `answered`. `offer` is the trade offer that it
    is about, 0 for the open question. `answers` are sorted, best first; empty if there is no choice.
    """

    state: Literal["open", "thinking", "answered"] = "open"
    offer: int = 0
    answers: tuple[AdvisedAnswer, ...] = ()


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


CROSSING = (LookingBackView,)

"""Odds as browsers see them: who is winning, and how long a game takes (ODDS.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.unions import AnySeatCommand

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

"""What browsers get to see of foresight: who is winning, and how long a game takes (FORESIGHT.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.unions import AnySeatCommand

AnswerVerdict: TypeAlias = Literal["best", "close", "likely_worse", "worse"]
"""What is said of an answer: the best one, as good as that one, perhaps worse, clearly worse."""


class OutlookView(Struct, frozen=True):
    """What may become of the game, as an onlooker can know it (FORESIGHT.md).

    By seat the chance to win, from 0 to 1, and the bounds it lies within; minutes until the end, in the middle and in
    most cases. `odds` are empty until they are computed for this position.
    """

    odds: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    minutes_left: int = 0
    minutes_least: int = 0
    minutes_most: int = 0


class ShortEvening(Struct, frozen=True):
    """How many minutes a game takes that ends after so many rounds."""

    rounds: int
    minutes: int


class LengthView(Struct, frozen=True):
    """How long a game with these players and house rules takes at this table.

    Minutes in the middle and in most cases, 0 until they are computed; `short` says the same of short evenings, fewest
    rounds first, and is empty until then.
    """

    minutes: int = 0
    minutes_least: int = 0
    minutes_most: int = 0
    short: tuple[ShortEvening, ...] = ()


class AdvisedAnswer(Struct, frozen=True):
    """One answer, and the chance to win of whoever gives it, from 0 to 1, with the bounds it lies within.

    Where another side takes part (`other`, a seat) `odds_other` is that one's chance.
    """

    command: AnySeatCommand
    odds: float
    low: float
    high: float
    verdict: AnswerVerdict
    other: int | None = None
    odds_other: float = 0


class AdviceView(Struct, frozen=True):
    """What would be wise, shown to the seat that asked and to nobody else.

    `state` says whether it was asked for in this position: `open` (not yet), `thinking`, `answered`. `offer` is the
    offer of trade it is about, 0 for the open question. `answers` are the best first; there are none without a choice.
    """

    state: Literal["open", "thinking", "answered"] = "open"
    offer: int = 0
    answers: tuple[AdvisedAnswer, ...] = ()

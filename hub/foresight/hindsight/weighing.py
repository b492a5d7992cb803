"""Evaluates the rollouts of a game's positions: how the odds changed, and how much of that was luck and how much skill.

Rollouts of all positions of a game use common random numbers, so that a difference between two of them is due to the
positions. Its standard error is computed from paired rollouts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hub.domain.ids import Seat
from hub.foresight.hindsight.past import Mark
from hub.foresight.hindsight.spans import Span
from hub.foresight.outlook import CERTAINTY

SURE = 3.0
"""Standard deviations that a turning point must stand out: with dozens to choose from, two are found by chance."""

LEAST = 0.02
"""What moves no chance by as much is no turning point."""


@dataclass(frozen=True)
class Stretch:
    """The part of a game between two measured positions: one span, or more if not all positions were measured."""

    spans: tuple[Span, ...]
    before: bytes
    after: bytes

    @property
    def is_chance(self) -> bool:
        """Whether nobody decided anything in it."""
        return all(span.is_chance for span in self.spans)

    @property
    def seats(self) -> set[Seat]:
        """The seats that decided in it."""
        return {seat for span in self.spans if not span.is_chance for seat in span.seats}


@dataclass(frozen=True)
class Share:
    """How a seat's final chance came about; `reach` is the uncertainty of the part of its own decisions."""

    start: float
    luck: float
    own: float
    others: float
    end: float
    reach: float


@dataclass(frozen=True)
class Change:
    """By how much a stretch changed each seat's chance, with the standard error of each figure."""

    stretch: Stretch
    by_seat: tuple[float, ...]
    errors: tuple[float, ...]

    @property
    def size(self) -> float:
        """The greatest of the changes."""
        return max(map(abs, self.by_seat))

    @property
    def is_sure(self) -> bool:
        """Whether the greatest change is statistically significant."""
        place = max(range(len(self.by_seat)), key=lambda seat: abs(self.by_seat[seat]))
        return self.size >= max(LEAST, SURE * self.errors[place])

    def gain(self, seats: Sequence[Seat]) -> float:
        """The most that any of these seats gained."""
        return max((self.by_seat[seat] for seat in seats), default=0.0)

    @property
    def reach(self) -> float:
        """The half width of the 95 % confidence interval of the figures."""
        return CERTAINTY * max(self.errors)


def mark_before(span: Span) -> Mark:
    """The position that a span begins with."""
    return Mark(span.first, span.thrown)


def stretches(spans: Sequence[Span], won: Mapping[Mark, bytes], winner: Seat) -> list[Stretch]:
    """The game between its measured positions, if there are any; the last ends with the end of the game."""
    starts = [place for place, span in enumerate(spans) if mark_before(span) in won]
    found = []
    for start, end in zip(starts, [*starts, len(spans)][1:], strict=True):
        before = won[mark_before(spans[start])]
        after = won[mark_before(spans[end])] if end < len(spans) else bytes([winner]) * len(before)
        found.append(Stretch(tuple(spans[start:end]), before, after))
    return found


def change_of(stretch: Stretch, seats: int) -> Change:
    """The mean difference by seat, with its standard error."""
    count = min(len(stretch.before), len(stretch.after))
    before, after = stretch.before[:count], stretch.after[:count]
    lost, gained = [0] * seats, [0] * seats
    if before != after:
        for had, has in zip(before, after, strict=True):
            if had != has:
                lost[had] += 1
                gained[has] += 1
    means = tuple([(gained[seat] - lost[seat]) / count for seat in range(seats)])
    squares = [(gained[seat] + lost[seat] + 1) / count for seat in range(seats)]  # + 1: no observed change is no proof
    errors = tuple([math.sqrt((square - mean * mean) / count) for square, mean in zip(squares, means, strict=True)])
    return Change(stretch, means, errors)


def shares(found: Sequence[Stretch], seats: int, winner: Seat) -> list[Share]:
    """By seat: from the first position to the end, through chance, its own decisions and those of others."""
    return [_share(found, seat, winner) for seat in range(seats)]


def _share(found: Sequence[Stretch], seat: Seat, winner: Seat) -> Share:
    count = len(found[0].before)
    own, others = [0] * count, [0] * count
    for stretch in found:
        if stretch.is_chance or stretch.before == stretch.after:
            continue
        sums = own if seat in stretch.seats else others
        for number, (had, has) in enumerate(zip(stretch.before, stretch.after, strict=True)):
            if had != has:
                sums[number] += (has == seat) - (had == seat)
    start, end = found[0].before.count(seat) / count, float(seat == winner)
    mine, theirs = sum(own) / count, sum(others) / count
    variance = sum((one - mine) ** 2 for one in own) / count
    return Share(start, end - start - mine - theirs, mine, theirs, end, CERTAINTY * math.sqrt(variance / count))

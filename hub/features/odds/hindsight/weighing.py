"""Evaluates the rollouts of a game's positions: how the odds changed, and how much of that was luck and how much skill.

Rollouts of all positions of a game use common random numbers, so that a difference between two of them is due to the
positions. Its standard error is computed from paired rollouts.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pvariance

from hub.domain.ids import Seat
from hub.features.odds.evaluation import Chances
from hub.features.odds.hindsight.past import MeasuredPosition
from hub.features.odds.hindsight.spans import Span
from hub.simulation.statistics import DEVIATIONS

SURE = 3.0
"""Standard deviations that a turning point must stand out: with dozens to choose from, two are found by chance."""

LEAST = 0.02
"""What moves no chance by as much is no turning point."""


JUDGED_DIFFERENCE = 0.01
"""By how much the change between two judged positions differs from the truth (standard error)."""


@dataclass(frozen=True)
class Stretch:
    """The part of a game between two measured positions: one span, or more if not all positions were measured."""

    spans: tuple[Span, ...]
    before: Sequence[Chances]
    after: Sequence[Chances]

    @property
    def is_chance(self) -> bool:
        """Whether nobody decided anything in it."""
        return all(span.is_chance for span in self.spans)

    @property
    def seats(self) -> set[Seat]:
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


@dataclass(frozen=True, eq=False)
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
        return DEVIATIONS * max(self.errors)


def mark_before(span: Span) -> MeasuredPosition:
    return MeasuredPosition(span.first, span.thrown)


def stretches(
    spans: Sequence[Span], measured: Mapping[MeasuredPosition, Sequence[Chances]], winner: Seat
) -> list[Stretch]:
    """The game between its measured positions, if there are any; the last ends with the end of the game."""
    starts = [place for place, span in enumerate(spans) if mark_before(span) in measured]
    found = []
    for start, end in zip(starts, [*starts, len(spans)][1:], strict=True):
        before = measured[mark_before(spans[start])]
        if end < len(spans):
            after = measured[mark_before(spans[end])]
        else:
            after = [tuple([float(seat == winner) for seat in range(len(before[0]))])] * len(before)
        found.append(Stretch(tuple(spans[start:end]), before, after))
    return found


def change_of(stretch: Stretch, seats: int) -> Change:
    """The mean difference by seat, with its standard error."""
    pairs = [*zip(stretch.before, stretch.after, strict=False)]
    if stretch.before == stretch.after:
        return Change(stretch, (0.0,) * seats, (0.0,) * seats)
    columns = [[after[seat] - before[seat] for before, after in pairs] for seat in range(seats)]
    return Change(stretch, tuple(map(fmean, columns)), tuple(map(_error, columns)))


def _error(differences: Sequence[float]) -> float:
    """The standard error of their mean, and that of judging; one more as large as any, since few are no proof."""
    count, judged = len(differences), not {*differences} <= {-1.0, 0.0, 1.0}
    spread = pvariance(differences) * count + max(map(abs, differences), default=0.0) ** 2
    return math.hypot(math.sqrt(spread) / count, JUDGED_DIFFERENCE if judged else 0.0)


def shares(found: Sequence[Stretch], seats: int, winner: Seat) -> list[Share]:
    """By seat: from the first position to the end, through chance, its own decisions and those of others."""
    return [_share(found, seat, winner) for seat in range(seats)]


def _share(found: Sequence[Stretch], seat: Seat, winner: Seat) -> Share:
    count = len(found[0].before)
    own, others = [0.0] * count, [0.0] * count
    for stretch in found:
        if stretch.is_chance or stretch.before == stretch.after:
            continue
        sums = own if seat in stretch.seats else others
        for number, (before, after) in enumerate(zip(stretch.before, stretch.after, strict=True)):
            sums[number] += after[seat] - before[seat]
    start, end = fmean([chances[seat] for chances in found[0].before]), float(seat == winner)
    mine, theirs = fmean(own), fmean(others)
    variance = pvariance(own) / count
    return Share(start, end - start - mine - theirs, mine, theirs, end, DEVIATIONS * math.sqrt(variance))

"""Means, shares and ratios with the interval that holds 95 of 100 truths; differences of paired games."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from msgspec import Struct

from hub.foresight.outlook import interval

CERTAINTY = 0.95


class Estimate(Struct, frozen=True):
    """A figure, and between which bounds the true one lies with 95 % certainty."""

    value: float
    low: float
    high: float


class Spread(Struct, frozen=True):
    """How a figure varies from game to game: from the lowest to the highest tenth, the quarters, and the middle."""

    tenth: float
    quarter: float
    middle: float
    three_quarters: float
    nine_tenths: float


def reach(freedom: int, questions: int = 1) -> float:
    """How many standard errors on either side are certain enough, if this many questions are asked at once.

    Student's distribution by the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5).
    """
    z = statistics.NormalDist().inv_cdf(1 - (1 - CERTAINTY) / (2 * questions))
    if freedom < 1:
        return math.inf
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_of(values: Sequence[float], questions: int = 1) -> Estimate:
    """The mean of independent values; of a single one nothing is certain."""
    count, mean = len(values), statistics.fmean(values)
    if count < 2:
        return Estimate(mean, -math.inf, math.inf)
    width = reach(count - 1, questions) * statistics.stdev(values) / math.sqrt(count)
    return Estimate(mean, mean - width, mean + width)


def share_of(hits: int, count: int) -> Estimate:
    """Which share of all is one of these."""
    if not count:
        return Estimate(0.0, 0.0, 1.0)
    return Estimate(hits / count, *interval(hits, count))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Estimate | None:
    """All that stands above by all that stands below, one pair for each game; None if nothing stands below."""
    if not sum(below):
        return None
    spread = mean_of(_influence(above, below))
    value = sum(above) / sum(below)
    return Estimate(value, value + spread.low, value + spread.high)


def ratio_difference(
    one: tuple[Sequence[float], Sequence[float]], other: tuple[Sequence[float], Sequence[float]], questions: int = 1
) -> Estimate | None:
    """How much higher one ratio is than another of the same games."""
    if not sum(one[1]) or not sum(other[1]):
        return None
    apart = [a - b for a, b in zip(_influence(*one), _influence(*other), strict=True)]
    spread = mean_of(apart, questions)
    value = sum(one[0]) / sum(one[1]) - sum(other[0]) / sum(other[1])
    return Estimate(value, value + spread.low, value + spread.high)


def spread_of(values: Sequence[float]) -> Spread:
    """Between which figures most games lie."""
    if len(values) < 2:
        return Spread(*[float(values[0])] * 5)
    parts = statistics.quantiles(values, n=20, method="inclusive")
    return Spread(parts[1], parts[4], parts[9], parts[14], parts[17])


def _influence(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """What each game adds to the error of a ratio, to first order (the delta method)."""
    ratio, mean = sum(above) / sum(below), sum(below) / len(below)
    return [(x - ratio * y) / mean for x, y in zip(above, below, strict=True)]

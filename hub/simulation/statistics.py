"""Means, shares and ratios with 95 % confidence intervals; differences of paired games."""

import math
import statistics
from collections.abc import Sequence

from msgspec import Struct

CERTAINTY = 0.95
DEVIATIONS = 1.96
"""Standard deviations on either side that hold 95 of 100 truths."""


class Estimate(Struct, frozen=True):
    """An estimate and its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Spread(Struct, frozen=True):
    """The distribution of a figure over games: first and last decile, quartiles, and median."""

    tenth: float
    quarter: float
    middle: float
    three_quarters: float
    nine_tenths: float


def reach(freedom: int, questions: int = 1) -> float:
    """The half width of a confidence interval in standard errors, corrected for this many simultaneous questions.

    Quantile of Student's t-distribution by the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5).
    """
    z = statistics.NormalDist().inv_cdf(1 - (1 - CERTAINTY) / (2 * questions))
    if freedom < 1:
        return math.inf
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_of(values: Sequence[float], questions: int = 1) -> Estimate:
    """The mean of independent values; for a single value the interval is unbounded."""
    count, mean = len(values), statistics.fmean(values)
    if count < 2:
        return Estimate(mean, -math.inf, math.inf)
    width = reach(count - 1, questions) * statistics.stdev(values) / math.sqrt(count)
    return Estimate(mean, mean - width, mean + width)


def share_of(hits: int, count: int) -> Estimate:
    if not count:
        return Estimate(0.0, 0.0, 1.0)
    return Estimate(hits / count, *interval(hits, count))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Estimate | None:
    """The ratio of two sums over games: `above` by `below`; None if the latter is 0."""
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
    if len(values) < 2:
        return Spread(*[float(values[0])] * 5)
    parts = statistics.quantiles(values, n=20, method="inclusive")
    return Spread(parts[1], parts[4], parts[9], parts[14], parts[17])


def _influence(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Each game's contribution to the error of a ratio, to first order (delta method)."""
    ratio, mean = sum(above) / sum(below), sum(below) / len(below)
    return [(x - ratio * y) / mean for x, y in zip(above, below, strict=True)]


def interval(wins: float, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of a chance, given `wins` of `count` rollouts (Wilson score interval)."""
    share, square = wins / count, DEVIATIONS * DEVIATIONS
    middle = share + square / (2 * count)
    reach = DEVIATIONS * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    low, high = (middle - reach) / (1 + square / count), (middle + reach) / (1 + square / count)
    return max(0.0, min(low, share)), min(1.0, max(high, share))

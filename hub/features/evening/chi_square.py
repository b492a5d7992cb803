"""The chi-square test of fit: whether counts deviate from what is expected more than chance explains."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hub.features.evening.contract import Verdict

EXPECTED_MINIMUM = 5
"""With fewer expected of each kind the test says nothing (the usual rule of thumb)."""

ODD, UNEVEN = 0.05, 0.01
"""So rare by chance that it is worth a remark, or another die."""


def deviation(counts: Sequence[int]) -> float:
    """The test's figure for counts that should all be equal; 0.0 if there are none."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def by_chance(figure: float, freedom: int) -> float:
    """How likely chance alone yields this figure or a greater one, with so many degrees of freedom.

    The closed forms for one and two degrees of freedom, and the recurrence from each to the next but one.
    """
    half = figure / 2
    start = 2 - freedom % 2
    found = math.exp(-half) if start == 2 else math.erfc(math.sqrt(half))
    for degrees in range(start, freedom, 2):
        found += half ** (degrees / 2) * math.exp(-half) / math.gamma(degrees / 2 + 1)
    return min(1.0, found)


def verdict(counts: Sequence[int]) -> Verdict:
    """The verdict on counts that should all be equal."""
    if sum(counts) < EXPECTED_MINIMUM * len(counts):
        return "few"
    likely = by_chance(deviation(counts), len(counts) - 1)
    return "even" if likely >= ODD else "odd" if likely >= UNEVEN else "uneven"

"""Intervals: those of the tables of Student's distribution, ratios by hand, and how often they hold the truth."""

import math
import random

import pytest

from hub.simulation.statistics import mean_of, ratio_difference, ratio_of, reach, share_of, spread_of


@pytest.mark.parametrize(("freedom", "printed"), [(5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)])
def test_the_reach_is_that_of_students_distribution(freedom: int, printed: float) -> None:
    """As printed in every table: two-sided, 95 %."""
    assert reach(freedom) == pytest.approx(printed, abs=0.006)


def test_of_many_questions_each_is_answered_more_carefully() -> None:
    """Ten at once: the 99.75 % quantile of the normal distribution is 2.807."""
    assert reach(10**9, 10) == pytest.approx(2.807, abs=0.001)


def test_a_mean_by_hand() -> None:
    """1, 2, 3: the mean is 2, the error 1/√3, and two degrees of freedom allow almost everything."""
    found = mean_of([1, 2, 3])
    assert found.value == 2
    assert found.high - found.value == pytest.approx(4.303 / math.sqrt(3), rel=0.06)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_of_one_game_nothing_is_certain() -> None:
    """One value has no spread."""
    assert math.isinf(mean_of([5]).high)


def test_a_ratio_is_that_of_the_sums() -> None:
    """Not the mean of ratios: long games count for as long as they were."""
    found = ratio_of([10, 90], [10, 30])
    assert found is not None
    assert found.value == pytest.approx(100 / 40)
    assert ratio_of([0, 0], [0, 0]) is None


def test_a_constant_ratio_is_certain() -> None:
    """Where every game has it, nothing is left to chance."""
    found = ratio_of([2, 4, 6], [1, 2, 3])
    assert found is not None
    assert (found.low, found.high) == pytest.approx((2, 2))


def test_intervals_hold_the_truth_in_95_of_100_series() -> None:
    """A thousand series of 40 games each, of which the true mean, ratio and difference are known."""
    chance, held = random.Random(20), [0, 0, 0]
    for _ in range(1_000):
        turns = [chance.uniform(50, 150) for _ in range(40)]
        rents = [2.0 * turn + chance.gauss(0, 30) for turn in turns]
        others = [1.5 * turn + chance.gauss(0, 30) for turn in turns]
        apart = ratio_difference((rents, turns), (others, turns))
        for at, (found, truth) in enumerate(((mean_of(turns), 100), (ratio_of(rents, turns), 2), (apart, 0.5))):
            held[at] += found is not None and found.low <= truth <= found.high
    assert all(930 <= count <= 970 for count in held)


def test_a_share_of_none_is_unknown() -> None:
    """No game ended, so nobody knows who would have won."""
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0, 1)
    assert share_of(30, 100).value == pytest.approx(0.3)


def test_a_spread_names_tenths_quarters_and_the_middle() -> None:
    """Of 0 to 100: 10, 25, 50, 75, 90."""
    found = spread_of(range(101))
    assert [found.tenth, found.quarter, found.middle, found.three_quarters, found.nine_tenths] == [10, 25, 50, 75, 90]
    assert spread_of([7]).middle == 7

"""Shares of an amount are whole numbers and never too small."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.domain.ledger import half_up, percent_up, shared_out


@given(st.integers(0, 10**9), st.integers(0, 300), st.sampled_from([1, 10, 100]))
def test_percent_up_is_the_next_unit_at_or_above_the_exact_share(amount, percent, unit):
    """The result is a multiple of the unit, at least the exact share, and less than one unit more."""
    share = percent_up(amount, percent, unit)
    assert share % unit == 0
    assert amount * percent <= share * 100 < amount * percent + 100 * unit


@pytest.mark.parametrize(
    ("amount", "part", "rounded"),
    [(5, (1, 2), 3), (4, (1, 2), 2), (7, (1, 3), 2), (8, (1, 3), 3), (0, (1, 2), 0), (1, (1, 25), 0), (13, (1, 25), 1)],
)
def test_a_half_and_more_is_rounded_up(amount: int, part: tuple[int, int], rounded: int):
    """2.5 is 3, 7/3 is 2, 8/3 is 3, 13/25 is 1 (H3, H15, H18)."""
    assert half_up(amount, *part) == rounded


@pytest.mark.parametrize(
    ("amount", "weights", "parts"),
    [
        (100, (1, 1, 1), [34, 33, 33]),
        (10, (3, 5, 2), [3, 5, 2]),
        (1, (1, 1), [0, 1]),
        (3, (1, 1, 1, 1), [0, 1, 1, 1]),
        (2, (1, 1, 1, 1), [0, 1, 1, 0]),
        (25, (2, 7, 7), [3, 11, 11]),
        (0, (1, 2), [0, 0]),
    ],
)
def test_what_is_shared_out_is_all_there_is_and_no_more(amount: int, weights: tuple[int, ...], parts: list[int]):
    """Each part half up while it lasts, the first of the largest takes the rest: 25 by 2:7:7 is 3.1, 10.9 and 10.9."""
    assert shared_out(amount, weights) == parts

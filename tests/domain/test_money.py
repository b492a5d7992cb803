"""Shares of an amount are whole numbers and never too small."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hub.domain.money import percent_up


@given(st.integers(0, 10**9), st.integers(0, 300), st.sampled_from([1, 10, 100]))
def test_percent_up_is_the_next_unit_at_or_above_the_exact_share(amount, percent, unit):
    """The result is a multiple of the unit, at least the exact share, and less than one unit more."""
    share = percent_up(amount, percent, unit)
    assert share % unit == 0
    assert amount * percent <= share * 100 < amount * percent + 100 * unit

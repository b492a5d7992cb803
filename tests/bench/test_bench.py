"""The measurement itself works; what it measures is not judged here, because machines are noisy."""

import pytest
from bench.conftest import figures


@pytest.mark.all
def test_the_bench_of_odds_tells_how_near_they_come():
    """Few positions of one edition are enough for figures that can be: differences, losses, times."""
    found = figures("bench_odds.py", "--json", "--edition", "classic", "--positions", "2", "--rollouts", "4")
    assert (found["edition"], found["positions"]) == ("classic", 2)
    for way in ("at_once", "truncated", "full"):
        assert 0 <= found[way]["rms"] < 1
        assert found[way]["log_loss"] > 0
        assert found[way]["ms"] > 0
    assert found["spread"] < 0.5

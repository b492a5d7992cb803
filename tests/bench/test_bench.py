"""The measurement itself works; what it measures is not judged here, because machines are noisy."""

import json

import pytest
from bench.conftest import figures, told

from hub.editions import EDITIONS


@pytest.mark.all
def test_the_bench_of_balance_tells_a_setting_a_line():
    """A few games give length, winners and the return of each group, for each kind of player and number of seats."""
    shown = told("bench_balance.py", "--games", "3", "--seats", "2", "3", "--bots", "bold", "--seed", "7")
    settings = [json.loads(line) for line in shown.splitlines()]
    assert [(setting["bots"], setting["seats"]) for setting in settings] == [("bold", 2), ("bold", 3)]
    for setting in settings:
        assert (setting["games"], setting["unfinished"]) == (3, 0)
        assert setting["rounds_median"] > 5
        assert setting["returns"].keys() == EDITIONS["euronopoly"].track.groups.keys()
        assert min(setting["returns"].values()) < 1 < max(setting["returns"].values())


@pytest.mark.all
def test_the_bench_of_odds_tells_how_near_they_come():
    """Few positions of one edition are enough for figures that can be: differences, losses, times."""
    found = figures("bench_odds.py", "--edition", "classic", "--positions", "2", "--rollouts", "4")
    assert (found["edition"], found["positions"]) == ("classic", 2)
    for way in ("at_once", "truncated", "full"):
        assert 0 <= found[way]["rms"] < 1
        assert found[way]["log_loss"] > 0
        assert found[way]["ms"] > 0
    assert found["spread"] < 0.5

"""The measurement itself works; what it measures is not judged here, because machines are noisy."""

import json
from pathlib import Path

import pytest
from bench.conftest import figures, told

from hub.editions import EDITIONS


def test_the_bench_tells_all_figures_with_and_without_the_yardstick(tmp_path: Path):
    """One round gives figures for throws, facts, replay and commands; without a yardstick there is no ratio."""
    found = figures("bench_engine.py", "--rounds", "1", "--yardstick", str(tmp_path / "none.py"))
    assert found["throws_per_second"] > 0
    assert found["facts_per_second"] > found["throws_per_second"]
    assert 0 < found["replay_ms_per_10000_facts"] < 1000
    assert {"Throw", "Advance", "Buy"} <= set(found["command_us"])
    assert found["ratio"] is None


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
def test_the_bench_of_the_outlook_tells_both_ways_and_the_answer():
    """Presses with odds and without, and how long an answer takes."""
    found = figures("bench_outlook.py", "--presses", "10", "--edition", "mpmp")
    assert (found["edition"], found["presses"]) == ("mpmp", 10)
    assert all(found[name]["median"] > 0 for name in ("off_ms", "on_ms", "answer_ms"))


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

"""The measurement itself works; what it measures is not judged here, because machines are noisy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hub.editions import EDITIONS

BALANCE_BENCH = Path(__file__).with_name("bench_balance.py")
BENCH = Path(__file__).with_name("bench_engine.py")
OUTLOOK_BENCH = Path(__file__).with_name("bench_outlook.py")
ODDS_BENCH = Path(__file__).with_name("bench_odds.py")


def test_the_bench_tells_all_figures_with_and_without_the_yardstick(tmp_path: Path):
    """One round gives figures for throws, facts, replay and commands; without a yardstick there is no ratio."""
    shown = subprocess.run(
        [sys.executable, BENCH, "--rounds", "1", "--json", "--yardstick", tmp_path / "none.py"],
        env={"PYTHONPATH": str(BENCH.parents[2])},
        check=True,
        capture_output=True,
        text=True,
    )
    figures = json.loads(shown.stdout)
    assert figures["throws_per_second"] > 0
    assert figures["facts_per_second"] > figures["throws_per_second"]
    assert 0 < figures["replay_ms_per_10000_facts"] < 1000
    assert {"Throw", "Advance", "Buy"} <= set(figures["command_us"])
    assert figures["ratio"] is None


@pytest.mark.all
def test_the_bench_of_balance_tells_a_setting_a_line():
    """A few games give length, winners and the return of each group, for each kind of player and number of seats."""
    shown = subprocess.run(
        [sys.executable, BALANCE_BENCH, "--games", "3", "--seats", "2", "3", "--bots", "bold", "--seed", "7"],
        env={"PYTHONPATH": str(BENCH.parents[2])},
        check=True,
        capture_output=True,
        text=True,
    )
    settings = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(setting["bots"], setting["seats"]) for setting in settings] == [("bold", 2), ("bold", 3)]
    for setting in settings:
        assert setting["games"] == 3
        assert setting["unfinished"] == 0
        assert setting["rounds_median"] > 5
        assert setting["returns"].keys() == EDITIONS["euronopoly"].track.groups.keys()
        assert min(setting["returns"].values()) < 1 < max(setting["returns"].values())


@pytest.mark.all
def test_the_bench_of_the_outlook_tells_both_ways_and_the_answer():
    """Presses with odds and without, and how long an answer takes."""
    told = subprocess.run(
        [sys.executable, OUTLOOK_BENCH, "--presses", "10", "--edition", "mpmp", "--json"],
        env={"PYTHONPATH": str(BENCH.parents[2]), "PATH": os.environ["PATH"]},
        check=True,
        capture_output=True,
        text=True,
    )
    figures = json.loads(told.stdout)
    assert (figures["edition"], figures["presses"]) == ("mpmp", 10)
    assert all(figures[name]["median"] > 0 for name in ("off_ms", "on_ms", "answer_ms"))


@pytest.mark.all
def test_the_bench_of_odds_tells_how_near_they_come():
    """Few positions of one edition are enough for figures that can be: differences, losses, times."""
    told = subprocess.run(
        [sys.executable, ODDS_BENCH, "--edition", "classic", "--positions", "2", "--rollouts", "4", "--json"],
        env={"PYTHONPATH": str(BENCH.parents[2]), "PATH": os.environ["PATH"]},
        check=True,
        capture_output=True,
        text=True,
    )
    figures = json.loads(told.stdout)
    assert (figures["edition"], figures["positions"]) == ("classic", 2)
    for way in ("at_once", "truncated", "full"):
        assert 0 <= figures[way]["rms"] < 1
        assert figures[way]["log_loss"] > 0
        assert figures[way]["ms"] > 0
    assert figures["spread"] < 0.5

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
FORESIGHT_BENCH = Path(__file__).with_name("bench_foresight.py")


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
def test_the_bench_of_foresight_tells_every_edition_and_both_engines(tmp_path: Path):
    """One round gives rollouts of the one road for each edition, of the derived engine both ways, and of a peer."""
    peer = tmp_path / "peer.py"
    peer.write_text('import sys; print(\'{"throws": %d, "seconds": 0.5}\' % (200 * int(sys.argv[1])))')
    command = f"{sys.executable} {peer}"
    wanted = ("--rounds", "1", "--json", "--yardstick", tmp_path / "none.py", "--peer", command)
    told = subprocess.run(
        [sys.executable, FORESIGHT_BENCH, *wanted],
        env={"PYTHONPATH": str(BENCH.parents[2]), "PATH": os.environ["PATH"]},
        check=True,
        capture_output=True,
        text=True,
    )
    figures = json.loads(told.stdout)
    assert {road["edition"] for road in figures["road"]} == {*EDITIONS}
    assert all(road["rollouts_per_second"] > 0 for road in figures["road"])
    played = {(one["edition"], one["trade"]) for one in figures["derived"]}
    assert played == {("classic", True), ("classic", False), ("euronopoly", False), ("mega", True), ("mega", False)}
    assert "plain" in {one["engine"] for one in figures["derived"]}
    assert all(one["ratio"] is None for one in figures["derived"])
    assert figures["peers"] == [{"command": command, "throws_per_second": 12 * 200 / 0.5, "ratio": None}]

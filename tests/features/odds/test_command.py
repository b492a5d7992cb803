"""`bankhalter odds`: one object for programs, a few lines for people, one sentence for what cannot be."""

import json
import subprocess
from pathlib import Path

import pytest
from helpers.hub_process import bankhalter
from helpers.stored_evening import play_evening

from hub.cli import main

PATIENCE_S = 240
GAMES = Path(__file__).parents[2] / "games"


def odds(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return bankhalter("odds", *arguments, patience_s=PATIENCE_S)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A record of a game that has just begun."""
    lines = (GAMES / "classic" / "sensible-3.jsonl").read_text(encoding="utf-8").splitlines()[:60]
    file = tmp_path / "begun.jsonl"
    file.write_text("\n".join(line for line in lines if "expect" not in line), encoding="utf-8")
    return file


@pytest.mark.gate
def test_the_json_is_one_object_and_the_same_again(begun):
    """All that was promised stands in it, odds are together one, and nothing else is printed."""
    first, again = (odds(begun, "--rollouts", "40", "--json", "--seat", "1") for _ in range(2))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == again.stdout
    told = json.loads(first.stdout)
    assert list(told) == ["edition", "odds", "low", "high", "turns_left", "minutes_left", "rollouts", "engine"]
    assert (told["edition"], told["rollouts"], len(told["odds"])) == ("classic", 40, 3)
    assert sum(told["odds"]) == pytest.approx(1)
    assert all(low <= chance <= high for low, chance, high in zip(told["low"], told["odds"], told["high"], strict=True))
    assert told["turns_left"] > told["minutes_left"] > 0


@pytest.mark.gate
@pytest.mark.parametrize("edition", ["classic", "mpmp", "haustein", "mega", "euronopoly"])
def test_every_edition_has_odds(tmp_path, capsys, edition):
    """From a record in the middle of a game, by whichever engine can: one object, and a chance for each seat."""
    lines = (GAMES / edition / "sensible-3.jsonl").read_text(encoding="utf-8").splitlines()[:120]
    file = tmp_path / "middle.jsonl"
    file.write_text("\n".join(line for line in lines if "expect" not in line), encoding="utf-8")
    assert main(["odds", str(file), "--rollouts", "12", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert list(shown) == ["edition", "odds", "low", "high", "turns_left", "minutes_left", "rollouts", "engine"]
    assert (shown["edition"], shown["rollouts"]) == (edition, 12)
    assert sum(shown["odds"]) == pytest.approx(1)
    assert [len(shown[name]) for name in ("odds", "low", "high")] == [3, 3, 3]
    assert shown["engine"]


@pytest.mark.gate
def test_people_read_names_and_minutes(begun):
    """A line for each player, one for how long it takes, one for what that rests on."""
    lines = odds(begun, "--rollouts", "30").stdout.splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("Anna: ")
    assert "minutes" in lines[3]
    assert lines[4].startswith("30 rollouts")


@pytest.mark.gate
def test_a_stored_game_is_named_by_its_id(tmp_path):
    """Also one on a family's own tables, from the data folder."""
    play_evening(tmp_path)
    told = json.loads(odds("last", "--data-dir", tmp_path, "--rollouts", "10", "--json").stdout)
    assert told["rollouts"] == 10
    assert len(told["odds"]) == 2


def test_a_game_that_is_over_has_its_winner(capsys):
    """No rollout is played for it."""
    assert main(["odds", str(GAMES / "classic" / "evening-3.jsonl"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(told["odds"]) == [0, 0, 1]
    assert told["rollouts"] == 0


def test_what_cannot_be_asked_is_reported_in_one_sentence(tmp_path, capsys):
    """No such seat, no such game, no such file, not even one that could be."""
    assert main(["odds", str(GAMES / "classic" / "evening-3.jsonl"), "--seat", "3"]) == 1
    assert capsys.readouterr().err == "bankhalter: there is no seat 3: they are 0 to 2\n"
    assert main(["odds", "nothing", "--data-dir", str(tmp_path)]) == 1
    assert "no games are stored in" in capsys.readouterr().err
    missing = str(tmp_path / "game.jsonl")
    assert main(["odds", missing]) == 1
    assert capsys.readouterr().err == f"bankhalter: {missing} is not a file\n"
    assert main(["odds", "a" * 5_000, "--data-dir", str(tmp_path)]) == 1
    assert "no games are stored in" in capsys.readouterr().err

"""`bankhalter odds`: one object for programs, a few lines for people, one sentence for what cannot be."""

import json
import re
from pathlib import Path

import pytest
from helpers.stored_evening import play_evening

from hub.cli import main
from hub.editions import EDITIONS
from hub.simulation.pace import USUAL_S

GAMES = Path(__file__).parents[2] / "games"
OVER = GAMES / "classic" / "evening-3.jsonl"
pytestmark = pytest.mark.gate


@pytest.fixture
def odds(tmp_path, capsys):
    """What is printed of a record that breaks off in the middle of a game of three."""

    def printed(*options, edition="classic"):
        lines = (GAMES / edition / "sensible-3.jsonl").read_text(encoding="utf-8").splitlines()[:120]
        file = tmp_path / "middle.jsonl"
        file.write_text("\n".join(line for line in lines if "expect" not in line), encoding="utf-8")
        assert main(["odds", str(file), "--rollouts", "12", *options]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return printed


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_json_is_one_object_and_the_same_again(odds, edition):
    """All that was promised stands in it, a chance for each seat, together one; nothing else is printed."""
    found = odds("--json", "--seat", "1", edition=edition)
    assert odds("--json", "--seat", "1", edition=edition) == found
    told = json.loads(found)
    assert list(told) == ["edition", "odds", "low", "high", "turns_left", "minutes_left", "rollouts", "engine"]
    assert (told["edition"], told["rollouts"], len(told["odds"])) == (edition, 12, 3)
    assert sum(told["odds"]) == pytest.approx(1)
    assert all(low <= chance <= high for low, chance, high in zip(told["low"], told["odds"], told["high"], strict=True))
    assert told["turns_left"] > told["minutes_left"] > 0
    assert told["engine"]


def test_people_read_names_and_minutes(odds):
    """A line for each player, one for how long it takes, one for what that rests on."""
    lines = odds().splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("Anna: ")
    for line in lines[:3]:
        chance, low, high = map(int, re.findall(r"(\d+)%", line))
        assert low <= chance <= high
    turns, left, least, most = map(int, re.findall(r"\d+", lines[3]))
    assert least < left < most < 2 * turns
    assert lines[4].startswith("12 rollouts")


def test_a_stored_game_is_named_by_its_id(tmp_path, capsys):
    """Also one on a family's own tables, from the data folder."""
    play_evening(tmp_path)
    assert main(["odds", "last", "--data-dir", str(tmp_path), "--rollouts", "10", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rollouts"], len(told["odds"])) == (10, 2)
    assert told["minutes_left"] < told["turns_left"] * 0.95 * USUAL_S / 60, "this table is quick"


def test_a_game_that_is_over_has_its_winner(capsys):
    """No rollout is played for it."""
    assert main(["odds", str(OVER), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (sorted(told["odds"]), told["rollouts"]) == ([0, 0, 1], 0)


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (OVER, ("--seat", "3"), "there is no seat 3: they are 0 to 2\n"),
        ("nothing", (), "no games are stored in"),
        ("a" * 5_000, (), "no games are stored in"),
        ("/nowhere/game.jsonl", (), "/nowhere/game.jsonl is not a file\n"),
    ],
)
def test_what_cannot_be_asked_is_reported_in_one_sentence(tmp_path, capsys, game, options, said):
    """No such seat, no such game, no such file, not even one that could be."""
    assert main(["odds", str(game), *options, "--data-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(f"bankhalter: {said}")

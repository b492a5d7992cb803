"""`bankhalter simulate`: whole games, one result for one seed, one sentence for each mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hub.cli import main
from hub.editions import EDITIONS
from hub.simulation import checks, series
from hub.simulation.checks import Observer, position
from hub.simulation.match import Player
from hub.simulation.series import Plan, play_one
from hub.table.chance import Dice

ROOT = Path(__file__).parents[2]
RULES = next(iter(EDITIONS.values()))
CHANGING = ("seconds", "throws_per_second", "games_per_second")


def simulated(*arguments: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    program = "import sys; from hub.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", program, "simulate", *arguments],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_same_seed_gives_the_same_result_in_another_process():
    """Two processes with different hash seeds play the same games; another seed plays others."""
    results = []
    for seed, hash_seed in (("7", "1"), ("7", "2"), ("8", "1")):
        told = json.loads(
            simulated("--games", "4", "--seed", seed, "--bots", "mixed", "--json", hash_seed=hash_seed).stdout
        )
        results.append({key: value for key, value in told.items() if key not in CHANGING})
    assert results[0] == results[1]
    assert results[0]["throws"] != results[2]["throws"]


def test_the_json_is_one_object_with_all_figures():
    """Everything is counted, and checked games are without violation."""
    run = simulated("--games", "3", "--seats", "3", "--seed", "1", "--check", "--json")
    told = json.loads(run.stdout)
    assert (run.returncode, run.stderr) == (0, "")
    assert told["games"] == told["finished"] + told["unfinished"] == 3
    assert told["throws"] > 100
    assert told["facts"] > told["throws"]
    assert told["seconds"] > 0
    assert told["throws_per_second"] > 0
    assert told["games_per_second"] > 0
    assert told["violations"] == []
    assert sum(told["wins"]) == told["finished"]


def test_without_json_people_can_read_it(capsys):
    """The same figures as sentences, and no progress bar where there is no terminal."""
    assert main(["simulate", "--games", "2", "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert "2 games of" in told.out
    assert "throws/s" in told.out
    assert told.err == ""


def test_a_terminal_gets_a_bar_that_disappears(capsys, monkeypatch):
    """Progress is shown on the error stream, and nothing of it is left at the end."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["simulate", "--games", "2", "--seed", "1", "--json"]) == 0
    told = capsys.readouterr()
    assert "1 of 2 games" in told.err
    assert told.err.rsplit("\r", 2)[1].strip() == ""
    assert json.loads(told.out)["games"] == 2


def test_a_game_without_end_counts_as_unfinished(capsys):
    """After the rounds allowed it is stopped."""
    assert main(["simulate", "--games", "2", "--seed", "1", "--rounds-maximum", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unfinished"] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "none"], "there is no edition 'none'"),
        (["--house-rules", "none"], "cannot take house rule 'none'"),
        (["--seats", "9"], "takes 2 to 8 players, not 9"),
        (["--bots", "clever"], "there is no automatic player 'clever'"),
        (["--bots", "random,random,random", "--seats", "2"], "3 automatic players do not fit on 2 seats"),
    ],
)
def test_impossible_wishes_get_one_clear_sentence(capsys, arguments, sentence):
    """Exit code 1, nothing on the standard output, one line that says what to do instead."""
    assert main(["simulate", *arguments]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5"])
def test_a_number_of_games_must_be_one(capsys, text):
    """Wrong numbers are refused with the bounds."""
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", f"--games={text}"])
    assert stopped.value.code == 2
    assert "give a whole number from 1 on" in capsys.readouterr().err


def spoil_money(state):
    """Money out of nothing."""
    state.ledger.balances[0] += 1


def spoil_deeds(state):
    """The bank lends on its own deed."""
    state.deeds.mortgaged[state.deeds.owner.index(-1, 1)] = True


def spoil_buildings(state):
    """A building out of nothing."""
    state.supply.stock["house"] += 1


@pytest.mark.parametrize(
    ("spoil", "kind"), [(spoil_money, "money"), (spoil_deeds, "deeds"), (spoil_buildings, "buildings")]
)
def test_what_is_wrong_in_a_position_is_found(spoil, kind):
    """Each check sees the fault it is for, and the untouched position has none."""
    player = Player(RULES, [series.BOTS["sensible"](RULES)("1")] * 2, Dice("1"))
    player.play(4)
    assert list(position(RULES, player.game.state)) == []
    spoil(player.game.state)
    assert {found for found, _ in position(RULES, player.game.state)} == {kind}


def test_a_state_that_is_not_its_facts_is_found():
    """A replay that ends elsewhere is a violation."""
    observer = Observer(0)
    player = Player(RULES, [series.BOTS["sensible"](RULES)(str(seat)) for seat in range(2)], Dice("1"), observer.noted)
    player.play(4)
    observer.ended(player.game)
    assert observer.violations == []
    player.game.state.turns.number += 1
    observer.ended(player.game)
    assert [violation.kind for violation in observer.violations] == ["replay"]


@pytest.mark.parametrize(
    ("choose", "kind"),
    [
        (lambda sight: sight._game.state.decks.piles["chance"] and None, "secrecy"),
        (lambda sight: None, "bot"),
        (lambda sight: checks, "bot"),
    ],
    ids=["peeking", "silent", "illegal"],
)
def test_what_a_bot_must_not_do_is_told(monkeypatch, choose, kind):
    """Peeking, silence and illegal commands end the game as violations."""

    class Faulty:
        """Does what it must not."""

        def choose(self, sight):
            """As the test wants it."""
            return choose(sight)

    monkeypatch.setattr(series, "BOTS", {"faulty": lambda _rules: lambda _seed: Faulty()})
    match, violations = play_one(Plan(RULES, ("faulty", "faulty"), "1", 10, check=True), 0)
    assert match.stopped
    assert [violation.kind for violation in violations] == [kind]

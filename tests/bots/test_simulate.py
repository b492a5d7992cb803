"""`bankhalter simulate`: whole games, one result for one seed, one sentence for each mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hub.cli import main
from hub.commands.terminal import duration
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AuctionRunning, DeedLot
from hub.editions import EDITIONS
from hub.simulation import checks, series
from hub.simulation.checks import Observer, position
from hub.simulation.match import Player
from hub.simulation.series import Plan, play_one
from hub.table.game.chance import Dice

ROOT = Path(__file__).parents[2]
RULES = next(iter(EDITIONS.values()))
CHANGING = ("seconds", "throws_per_second", "games_per_second")


PROGRAM = "import sys; from hub.cli import main; sys.exit(main(sys.argv[1:]))"
THREADED = f"import threading, time; threading.Thread(target=time.sleep, args=(99,), daemon=True).start(); {PROGRAM}"
"""With a thread of its own a process cannot be copied."""


def simulated(*arguments: str, hash_seed: str = "0", program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, "simulate", *arguments],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.gate
def test_the_same_seed_gives_the_same_result_in_another_process():
    """Two processes with different hash seeds play the same games; another seed plays others."""
    results = []
    for seed, hash_seed in (("7", "1"), ("7", "2"), ("8", "1")):
        shown = json.loads(
            simulated("--games", "4", "--seed", seed, "--bots", "mixed", "--json", hash_seed=hash_seed).stdout
        )
        results.append({key: value for key, value in shown.items() if key not in CHANGING})
    assert results[0] == results[1]
    assert results[0]["throws"] != results[2]["throws"]


@pytest.mark.gate
def test_the_json_is_one_object_with_all_figures():
    """Everything is counted, and checked games are without violation."""
    run = simulated("--games", "3", "--seats", "3", "--seed", "1", "--check", "--json")
    shown = json.loads(run.stdout)
    assert (run.returncode, run.stderr) == (0, "")
    assert shown["games"] == shown["finished"] + shown["unfinished"] == 3
    assert shown["throws"] > 100
    assert shown["facts"] > shown["throws"]
    assert shown["seconds"] > 0
    for counted in ("throws", "games"):
        assert shown[f"{counted}_per_second"] == pytest.approx(shown[counted] / shown["seconds"], abs=0.06)
    assert shown["violations"] == []
    assert sum(shown["wins"]) == shown["finished"]


def test_without_json_people_can_read_it(capsys):
    """The same figures as sentences, and no progress bar where there is no terminal."""
    assert main(["simulate", "--games", "2", "--seed", "1"]) == 0
    shown = capsys.readouterr()
    assert "2 games of" in shown.out
    assert "throws/s" in shown.out
    assert shown.err == ""


def test_a_terminal_gets_a_bar_that_disappears(capsys, monkeypatch):
    """Progress is shown on the error stream, and nothing of it is left at the end."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["simulate", "--games", "2", "--seed", "1", "--json"]) == 0
    shown = capsys.readouterr()
    assert "1 of 2 games" in shown.err
    assert shown.err.rsplit("\r", 2)[1].strip() == ""
    assert json.loads(shown.out)["games"] == 2


@pytest.mark.parametrize(
    ("seconds", "said"), [(59.4, "59 s"), (60, "1 min"), (5_399, "90 min"), (5_400, "1.5 h"), (90_000, "25.0 h")]
)
def test_a_wait_is_said_in_round_figures(seconds, said):
    """Up to an hour and a half in minutes."""
    assert duration(seconds) == said


def test_a_game_without_end_counts_as_unfinished(capsys):
    """After the rounds allowed it is stopped, and named with the reason."""
    series = ["simulate", "--games", "2", "--seed", "1", "--rounds-maximum", "2"]
    assert main([*series, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    why = "nobody has won after 8 turns"
    assert (shown["finished"], shown["unfinished"]) == (0, 2)
    assert shown["stopped"] == [{"game": number, "turns": 9, "why": why} for number in range(2)]
    assert main(series) == 0
    assert capsys.readouterr().out.endswith(f"Unfinished, games 0, 1: {why}.\n")


def test_a_game_of_a_series_is_played_alone(capsys):
    """The same game as in the series, whatever the series' length."""
    tallies = []
    for arguments in (["--games", "3"], ["--games", "2"], ["--only", "2"], ["--only", "2", "--games", "1"]):
        assert main(["simulate", *arguments, "--seed", "1", "--check", "--json"]) == 0
        tallies.append(json.loads(capsys.readouterr().out))
    three, two, third, again = tallies
    assert third["games"] == again["games"] == 1
    for figure in ("throws", "facts", "commands", "turns"):
        assert three[figure] - two[figure] == third[figure] == again[figure]


@pytest.mark.gate
@pytest.mark.parametrize(
    "arguments", [("--games", "20"), ("--edition", "mega", "--games", "9", "--rounds-maximum", "9")]
)
def test_several_processes_find_the_same(arguments):
    """All but the time on the clock: totals, and what is named in the order of the games."""
    runs = [simulated(*arguments, "--seed", "5", "--check", "--json", "--jobs", jobs) for jobs in ("1", "3")]
    assert [(run.returncode, run.stderr) for run in runs] == [(0, "")] * 2
    one, three = ({**json.loads(run.stdout), **dict.fromkeys(CHANGING, 0)} for run in runs)
    assert one == three
    assert one["games"] == int(arguments[arguments.index("--games") + 1])


@pytest.mark.gate
def test_processes_that_begin_from_nothing_find_the_same_on_tables_of_a_family(tmp_path):
    """As on systems that cannot copy a process: house rules, tables and bots reach them by name."""
    folder = tmp_path / "family"
    assert main(["editions", "export", "classic", str(folder)]) == 0
    track = folder / "track.csv"
    track.write_text(track.read_text(encoding="utf-8-sig").replace("brown,60,", "brown,999,"), encoding="utf-8")
    arguments = ["--edition-dir", str(folder), "--house-rules", "pot,rounds:5", "--bots", "mixed", "--games", "17"]
    shown = []
    for program, jobs in ((PROGRAM, "1"), (THREADED, "2")):
        run = simulated(*arguments, "--seed", "5", "--check", "--json", "--jobs", jobs, program=program)
        assert (run.returncode, run.stderr) == (0, "")
        shown.append({**json.loads(run.stdout), **dict.fromkeys(CHANGING, 0)})
    assert shown[0] == shown[1]
    own = [*arguments, "--seed", "5", "--json"]
    own[:2] = ["--edition", "classic"]
    assert json.loads(simulated(*own).stdout)["facts"] != shown[0]["facts"]


OTHERS = """
import dataclasses, sys
from hub.cli import main
from hub.commands import simulate
from hub.editions import EDITIONS
from hub.rules.slots import HouseRule

short = HouseRule("short", lambda rules, _value: rules.with_house_rules(["rounds:5"]))
village = dataclasses.replace(EDITIONS["classic"], house_rules=(*EDITIONS["classic"].house_rules, short))
simulate.rules_named = simulate.edition_of = lambda _named: village
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.gate
def test_an_edition_by_others_is_played_whatever_its_parts_are_made_of():
    """A function without a name, which no process can pass to another, is a house rule, too."""
    arguments = ("--games", "17", "--jobs", "2", "--house-rules", "short", "--seed", "5")
    run = simulated(*arguments, program=OTHERS)
    assert (run.returncode, run.stderr) == (0, "")


FAULTY = """
import sys
from hub.cli import main
from hub.simulation import series
from hub.table.game.chance import Dice

class Loaded(Dice):
    def __init__(self, seed):
        super().__init__(seed)
        self.loaded = str(seed).endswith("/11") or str(seed).endswith("/3")
    def faces(self, count):
        assert not self.loaded, "the dice are loaded"
        return super().faces(count)

series.Dice = Loaded
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.gate
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_crash_of_the_engine_names_the_game(jobs):
    """It is a violation like others: the rest of the series is played, and the exit code is 1, alone as well."""
    run = simulated("--games", "20", "--seed", "1", "--json", "--jobs", jobs, program=FAULTY)
    shown = json.loads(run.stdout)
    assert run.returncode == 1
    assert (shown["games"], shown["finished"]) == (20, 18)
    assert [(found["game"], found["kind"]) for found in shown["violations"]] == [(3, "engine"), (11, "engine")]
    assert [stopped["game"] for stopped in shown["stopped"]] == [3, 11]
    assert shown["violations"][0]["command"] == 1
    assert "AssertionError('the dice are loaded') in <string>, line" in shown["violations"][0]["what"]
    alone = simulated("--only", "11", "--seed", "1", program=FAULTY)
    assert alone.returncode == 1
    assert "Violation in game 11, command " in alone.stdout
    assert "Unfinished, game 11: " in alone.stdout
    assert simulated("--only", "12", "--seed", "1", program=FAULTY).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "none"], "there is no edition 'none'"),
        (["--house-rules", "none"], "cannot take house rule 'none'"),
        (["--seats", "9"], "takes 2 to 8 players, not 9"),
        (["--bots", "clever"], "there is no bot 'clever'"),
        (["--bots", "random,random,random", "--seats", "2"], "3 bots do not fit on 2 seats"),
    ],
)
def test_impossible_wishes_get_one_clear_sentence(capsys, arguments, sentence):
    """Exit code 1, nothing on the standard output, one line that says what to do instead."""
    assert main(["simulate", *arguments]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    ("argument", "least"),
    [
        *(("--jobs=" + text, "1") for text in ("0", "x")),
        ("--only=-1", "0"),
        *(("--games=" + text, "1") for text in ("0", "-1", "x", "1.5")),
    ],
)
def test_figures_are_whole_numbers(capsys, argument, least):
    """Processes and games from 1 on, the number of a game from 0 on."""
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", argument])
    assert stopped.value.code == 2
    assert f"give a whole number from {least} on" in capsys.readouterr().err


def spoil_money(state):
    state.ledger.balances[0] += 1


def spoil_deeds(state):
    state.deeds.mortgaged[state.deeds.owner.index(-1, 1)] = True


def spoil_buildings(state):
    state.supply.stock["house"] += 1


def overdraw(state):
    state.ledger.balances[0] -= 5_000
    state.ledger.balances[BANK] += 5_000


def put_out_an_owner(state):
    state.turns.out[0] = True


def lose_a_card(state):
    state.decks.piles["chance"] = state.decks.piles["chance"][1:]


def built(heights, owner=0):
    """Somebody has streets with so many houses, which the bank gave."""

    def spoil(state):
        for street, height in heights.items():
            state.deeds.owner[street], state.deeds.stage[street] = owner, height
            state.deeds.paid[street] = (50,) * height
        state.supply.stock["house"] -= sum(heights.values())

    return spoil


def forget_a_price(state):
    built({1: 1, 3: 1})(state)
    state.deeds.paid[1] = ()


def wanted(deed, *bidders):
    """Seat 0 has named a maximum for a deed while another one, or the same, is auctioned among these."""

    def spoil(state):
        state.agenda.tasks += (AuctionRunning(DeedLot(1), bidders),)
        state.open_bids.maxima[0] = DeedLot(deed), 60

    return spoil


def seal_a_bid(state):
    state.bids.hidden[0] = 5, "0a"


def held(*holdings, out=False):
    """Who holds the shares of seat 0; seat 1 may be out, and has nothing else."""

    def spoil(state):
        state.shares.holdings = [[*holdings], [0, 0, 0] if out else [0, 25, 0]]
        state.turns.out[1] = out
        state.deeds.owner = [NOBODY if owner == 1 and out else owner for owner in state.deeds.owner]

    return spoil


@pytest.mark.parametrize(
    ("edition", "spoil", "kind"),
    [
        ("classic", spoil_money, "money"),
        ("classic", overdraw, "money"),
        ("classic", spoil_deeds, "deeds"),
        ("classic", built({1: 1}, owner=NOBODY), "deeds"),
        ("classic", put_out_an_owner, "deeds"),
        ("classic", lose_a_card, "deeds"),
        ("classic", spoil_buildings, "buildings"),
        ("classic", built(dict.fromkeys((1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19), 3)), "buildings"),  # of 32 houses
        ("classic", built({1: 1}), "buildings"),
        ("classic", built({1: 2, 3: 0}), "buildings"),
        ("classic", forget_a_price, "buildings"),
        ("classic", wanted(3, 0, 1), "secrecy"),
        ("classic", wanted(1, 1, 2), "secrecy"),
        ("classic", seal_a_bid, "secrecy"),
        ("haustein", held(-6, 31, 0), "shares"),
        ("haustein", held(24, 0, 0), "shares"),
        ("haustein", held(24, 1, 0, out=True), "shares"),
    ],
)
def test_what_is_wrong_in_a_position_is_found(edition, spoil, kind):
    """Each check sees the fault it is for, and the untouched position has none."""
    rules = EDITIONS[edition]
    player = Player(rules, [series.BOTS["sensible"](rules)("1")] * 2, Dice("1"))
    player.play(4)
    assert list(position(rules, player.game.state)) == []
    spoil(player.game.state)
    assert {found for found, _ in position(rules, player.game.state)} == {kind}


def test_a_payment_that_nobody_could_explain_is_found():
    """Its purpose has a row of the rulebook, or the check says which has none."""
    player = Player(RULES, [series.BOTS["sensible"](RULES)("1")] * 2, Dice("1"))
    player.play(4)
    for purpose, kinds in (("salary", []), ("alms", ["money"])):
        observer = Observer(0)
        observer.noted(player.game, None, (MoneyMoved(BANK, 0, 5, purpose, {}),))
        assert [found.kind for found in observer.violations] == kinds


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
def test_what_a_bot_must_not_do_is_reported(monkeypatch, choose, kind):
    """Peeking, silence and illegal commands end the game as violations."""

    class Faulty:
        def choose(self, sight):
            return choose(sight)

    monkeypatch.setattr(series, "BOTS", {"faulty": lambda _rules: lambda _seed: Faulty()})
    match, violations = play_one(Plan(RULES, ("faulty", "faulty"), "1", 10, check=True), 0)
    assert match.stopped
    assert [violation.kind for violation in violations] == [kind]

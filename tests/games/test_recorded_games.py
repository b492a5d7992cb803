"""Whole recorded games, and situations others got wrong: each replays, with money, deeds and buildings conserved."""

from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import msgspec
import pytest

from hub.domain.commands import Command
from hub.domain.facts import Fact
from hub.domain.state import fold
from hub.domain.unions import AnyCorrection, AnyFact, AnySeatCommand
from hub.editions import EDITIONS
from hub.records.lines import RecordFault
from hub.records.playing import Replay, replay
from hub.records.position import digest_of
from hub.rules.game import Game
from hub.simulation.checks import position

GAMES = Path(__file__).parent
WHOLE = sorted(path for edition in EDITIONS for path in (GAMES / edition).glob("*.jsonl"))
EDGES = sorted((GAMES / "edges").glob("*.jsonl"))
"""Situations that others got wrong."""
FACTS = msgspec.json.Decoder(tuple[AnyFact, ...])
SIZE_MAXIMUM = 500_000 * len(EDITIONS)
RECORD_AGAIN = "if the rule has changed on purpose, record again (CONTRIBUTING.md, Generated files)"


class Played(NamedTuple):
    """A record played from its first line, and after which commands what was not where it must be."""

    ended: Replay
    wrong: list[tuple[Command, list[str]]]


@cache
def played(path: Path) -> Played:
    """The record of a file; played once for all tests that look at it."""
    wrong: list[tuple[Command, list[str]]] = []

    def noted(game: Game, command: Command, _facts: tuple[Fact, ...]) -> None:
        if found := [str(what) for what in position(game.rules, game.state)]:
            wrong.append((command, found))

    with path.open(encoding="utf-8") as text:
        try:
            return Played(replay(text, EDITIONS, noted), wrong)
        except RecordFault as fault:
            fault.add_note(f"{path.parent.name}/{path.name}: {RECORD_AGAIN}")
            raise


@pytest.fixture(scope="module", autouse=True)
def forgotten():
    yield
    played.cache_clear()


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", [*WHOLE, *EDGES], ids=name)
def test_a_recorded_game_plays_again(path):
    """Deciding each command leads where it led, everything is where it must be, and stored facts fold to the same."""
    ended, wrong = played(path)
    assert wrong == []
    stored = FACTS.decode(msgspec.json.encode(ended.facts()))
    assert fold(stored) == ended.game.state
    assert digest_of(stored) == ended.position().digest


def test_every_edition_has_recorded_games():
    """A new one is easily left without: nothing else would miss them."""
    without = set(EDITIONS) - {path.parent.name for path in WHOLE}
    assert not without, f"run `python tests/helpers/record_games.py play` for {sorted(without)}"


def test_there_are_games_of_every_kind():
    """At least 20, none short, some to the end, with 2 to 8 seats, corrections, undo and every fact and command."""
    moves = [played(path).ended.moves for path in WHOLE]
    facts = {type(fact) for game in moves for _, facts in game for fact in facts}
    commands = {type(command) for game in moves for command, _ in game[1:]}
    assert len(moves) >= 20
    assert min(map(len, moves)) > 100
    assert max(map(len, moves)) > 3_000
    assert {game[0][0].seats for game in moves} >= set(range(2, 9))
    assert {fact for fact in get_args(AnyFact) if fact not in facts} == set()
    assert {*get_args(AnySeatCommand), *get_args(AnyCorrection)} - commands == set()
    assert any('{"undo":' in path.read_text() for path in WHOLE)


def test_every_record_is_checked_on_the_way_and_at_its_end():
    """A record without expectations would prove little."""
    for path in WHOLE:
        lines = path.read_text().splitlines()
        assert lines[-1].startswith('{"expect":')
        assert sum('"digest"' in line for line in lines) >= len(lines) // 250
    for path in EDGES:
        assert any('"expect"' in line for line in path.read_text().splitlines()[1:])


def test_the_records_stay_small():
    """A clone is quick."""
    assert sum(path.stat().st_size for path in WHOLE) < SIZE_MAXIMUM


def test_a_record_that_was_tampered_with_is_noticed(tmp_path):
    """One bid that was another one is found at the next look."""
    original = next(text for path in WHOLE if '"place_bid"' in (text := path.read_text())).splitlines()
    place = next(index for index, line in enumerate(original) if '"place_bid"' in line and '"amount":' in line)
    command = msgspec.json.decode(original[place])
    original[place] = msgspec.json.encode({**command, "amount": command["amount"] + 1}).decode()
    with pytest.raises(RecordFault) as fault:
        replay(original, EDITIONS)
    assert fault.value.line > place

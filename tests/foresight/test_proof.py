"""The derived engine is the same game: records and games of bots are played through both, whole positions compared.

The gate replays every record of an edition that is covered and more than 20,000 commands of sensible and of random
bots; `BANKHALTER_SOAK=full` replays a million.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from foresight import side_by_side
from foresight.side_by_side import Differs, SideBySide, thinking

from hub.bots import BOTS
from hub.domain.auctions import OWN_SECRETS
from hub.domain.commands import HubCommand, SeatCommand
from hub.editions import EDITIONS
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived.compiled import Array, array, library
from hub.foresight.engines.derived.policy import choosing
from hub.foresight.engines.derived.tables import NotCovered, tables_of
from hub.records.lines import CommandLine, Take, header_of, line_of, numbered
from hub.records.playing import Replay
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.table.game.chance import Dice

GAMES = Path(__file__).resolve().parents[1] / "games"
RULES = EDITIONS["classic"]
WAYS: Sequence[tuple[str, ...]] = (
    (),
    ("pot",),
    ("no_auctions", "rounds:20"),
    ("double_salary", "start_money:2500"),
    ("pot", "double_salary", "no_auctions", "start_money:1000", "rounds:30"),
)
FULL = os.environ.get("BANKHALTER_SOAK") == "full"
SHARE = 1 if FULL else 40
LEAST = {"sensible": 560_000 // SHARE, "random": 320_000 // SHARE, "mixed": 160_000 // SHARE}
"""The gate plays the fortieth part of what `BANKHALTER_SOAK=full` plays."""
TURNS_MAXIMUM = 300
TRADE = {"OfferTrade", "AcceptTrade", "KeepMortgage", "Mortgage", "Redeem"}
SHORTAGE = {"WantBuildings", "PlaceBuilding", "SellBuilding", "SellGroup"}
OFTEN = {
    "sensible": TRADE | SHORTAGE | {"FinishPlacing"},
    "random": TRADE | {"DeclineTrade"},
    "mixed": TRADE,
}
"""What the games of each kind of bot are played for."""

SEEDS = "proof"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3_600 if FULL else 180)]


def covered() -> Iterator[Path]:
    """The records of editions and house rules that the derived engine can play."""
    for path in sorted(GAMES.glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as text:
            number, first = next(numbered(text))
            header = header_of(number, first)
        rules = EDITIONS[header.edition].with_tables(header.tables).with_house_rules(header.house_rules)
        try:
            tables_of(rules, 1)
        except NotCovered:
            continue
        yield path


RECORDS = list(covered())


def followed(path: Path) -> Counter[str]:
    """A record played line by line through both engines; what was compared, by kind of command."""
    with path.open(encoding="utf-8") as text:
        lines = numbered(text)
        number, first = next(lines)
        header = header_of(number, first)
        rules = EDITIONS[header.edition].with_tables(header.tables).with_house_rules(header.house_rules)
        side = SideBySide(rules)
        replay = Replay(number, header, EDITIONS, side.noted)
        for number, found in lines:
            line = line_of(number, found)
            if line is not None:
                replay.take(number, line)
            if isinstance(line, Take):
                side.restart(replay.game)
            if isinstance(line, CommandLine) and line.refused is None:
                assert side.s is not None
    return side.compared


def games(kind: str, least: int) -> Iterator[tuple[SideBySide, Player]]:
    """Games of bots, each with other players and house rules, until so many commands have been compared."""
    compared = number = 0
    while compared < least:
        rules = RULES.with_house_rules(WAYS[number % len(WAYS)])
        side = SideBySide(rules, think() if kind == "sensible" else None)
        yield side, Player(rules, players(rules, kind, number), Dice(f"{SEEDS}/{kind}/{number}"), side.noted)
        compared, number = compared + sum(side.compared.values()), number + 1


def players(rules: Rules, kind: str, number: int) -> list[object]:
    """Two to eight of them."""
    kinds = ("sensible", "random") if kind == "mixed" else (kind,)
    return [BOTS[kinds[seat % len(kinds)]](rules)(f"{SEEDS}/{number}/{seat}") for seat in range(2 + number % 7)]


def think():
    """The compiled engine decides too where there is one: both have to do what the bot did."""
    found = library()
    if found is None:
        return thinking

    tables: dict[tuple[int, ...], Array] = {}

    def both(s: at.Vector, t: at.Vector) -> at.Vector:
        key = tuple(t)
        compiled, plain = found.step(s, tables.get(key) or tables.setdefault(key, array(t))), thinking(s, t)
        assert compiled == plain
        return plain

    return both


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_the_same_in_both_engines(path):
    """After each of its commands the whole position is the same."""
    assert followed(path).total() > 0 or path.parent.name == "edges"


def test_no_record_of_a_covered_edition_is_left_out():
    """All of the edition's records, with and without house rules, and all edges that are played by its rules."""
    assert {path.stem for path in (GAMES / RULES.id).glob("*.jsonl")} <= {path.stem for path in RECORDS}
    assert sum(path.parent.name == "edges" for path in RECORDS) > 10


@pytest.mark.parametrize("kind", list(LEAST))
def test_games_of_bots_are_the_same_in_both_engines(kind):
    """Not one difference in thousands of commands; where all are sensible, the engine would have done the same."""
    least, compared, agreed = LEAST[kind], Counter[str](), Counter[str]()
    for side, player in games(kind, least):
        player.play(TURNS_MAXIMUM)
        compared += side.compared
        agreed += side.agreed
    print(f"{kind}: {compared.total()} commands compared, {agreed.total()} agreed on")
    assert compared.total() >= least
    assert agreed == (compared if kind == "sensible" else Counter())
    assert OFTEN[kind] <= compared.keys()


def test_the_gate_compares_as_many_commands_as_promised():
    """20,000 of bots, a million in the soak, not counting the records."""
    assert sum(LEAST.values()) >= (1_000_000 if FULL else 20_000)


def test_every_command_of_the_edition_is_a_step():
    """None is left out, so none can be forgotten; maxima are secret, so that no position holds them."""
    commands = {kind for kind in RULES.handlers if issubclass(kind, SeatCommand | HubCommand)}
    assert set(side_by_side.STEPS) == commands - {*OWN_SECRETS}


def test_the_records_hold_every_step_but_two():
    """Shortages and their auctions, too; not whether to place a building at all, and whom the hub passes over."""
    compared = sum((followed(path) for path in RECORDS), Counter[str]())
    assert compared.total() > 20_000
    assert {kind.__name__ for kind in side_by_side.STEPS} - compared.keys() <= {"FinishPlacing", "PassOver"}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("BAIL", 60), ("SALE_PERCENT", 40), ("PASSING", 100), ("RESERVE", 90), ("AUCTION_STEP", 2)],
)
def test_another_figure_is_noticed(name, wrong):
    """An engine that plays by one wrong figure differs within a few games."""
    place = getattr(at, name)
    with pytest.raises(Differs):  # noqa: PT012 the games are the statement
        for side, player in games("sensible", 20_000):
            assert side.t[place] != wrong
            side.t[place] = wrong
            player.play(TURNS_MAXIMUM)


def test_the_generator_shows_the_dice_it_is_asked_for():
    """Every pair of faces can be brought about, so that each throw of the hub can be thought through."""
    for first in range(1, 7):
        for second in range(1, 7):
            s = [0] * at.PAPER_SIZE
            s[at.LUCK] = side_by_side.luck_for((first, second))
            pair = choosing.draw_number(s, 36)
            assert (pair // 6 + 1, pair % 6 + 1) == (first, second)

"""The derived engine is the same game: records and games of bots are played through both, whole positions compared.

The gate replays every record of an edition that is covered and more than 20,000 commands of sensible and of random
bots; `BANKHALTER_SOAK=full` replays a million.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from foresight.likenesses import likeness_of
from foresight.side_by_side import Differs, SideBySide, luck_for, luck_for_faces

from hub.bots import BOTS
from hub.domain.auctions import OWN_SECRETS
from hub.domain.commands import HubCommand, SeatCommand
from hub.editions import EDITIONS
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived.claims import layout as claims_layout
from hub.foresight.engines.derived.play import luck
from hub.foresight.engines.derived.skyline import layout as skyline_layout
from hub.foresight.engines.derived.tables import NotCovered
from hub.records.lines import CommandLine, Take, header_of, line_of, numbered
from hub.records.playing import Replay
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.table.game.chance import Dice

GAMES = Path(__file__).resolve().parents[1] / "games"
FULL = os.environ.get("BANKHALTER_SOAK") == "full"
TURNS_MAXIMUM = 300


@dataclass(frozen=True)
class Proof:
    """How an edition is proved: in which ways it is played, and by kind of bot how many commands in the soak.

    `often` is what the games of each kind of bot are played for, `not_recorded` what no record of it holds.
    """

    edition: str
    ways: Sequence[tuple[str, ...]]
    soak: Mapping[str, int]
    often: Mapping[str, set[str]]
    not_recorded: set[str]
    share: int

    @property
    def rules(self) -> Rules:
        """By the book."""
        return EDITIONS[self.edition]

    def least(self, kind: str) -> int:
        """How many commands are compared: in the gate one part in `share`."""
        return self.soak[kind] // (1 if FULL else self.share)

    def rules_of(self, number: int) -> Rules:
        """In the way of a game by its number."""
        return self.rules.with_house_rules(self.ways[number % len(self.ways)])


TRADE = {"OfferTrade", "AcceptTrade", "KeepMortgage", "Mortgage", "Redeem"}
SHORTAGE = {"WantBuildings", "PlaceBuilding", "SellBuilding", "SellGroup"}
AFAR = {"BuyRemote", "Build", "FinishPlacing", "SellDeed", "PayBail", "StayInJail"}
RIDES = {"UseTicket", "KeepTicket", "TakeTicket", "ChooseSpace", "CatchUp", "AskRent"}
PROOFS = (
    Proof(
        "classic",
        (
            (),
            ("pot",),
            ("no_auctions", "rounds:20"),
            ("double_salary", "start_money:2500"),
            ("pot", "double_salary", "no_auctions", "start_money:1000", "rounds:30"),
        ),
        {"sensible": 560_000, "random": 320_000, "mixed": 160_000},
        {"sensible": TRADE | SHORTAGE | {"FinishPlacing"}, "random": TRADE | {"DeclineTrade"}, "mixed": TRADE},
        {"FinishPlacing", "PassOver"},
        share=40,
    ),
    Proof(
        "euronopoly",
        ((), ("double_salary", "start_money:2000"), ("rounds:20",), ("start_money:6000", "rounds:40")),
        {"sensible": 400_000, "random": 450_000, "mixed": 150_000},
        {"sensible": AFAR, "random": {"EndTurn", "SellDeed", "SellBuilding", "PayBail"}, "mixed": AFAR},
        set(),
        share=50,
    ),
    Proof(
        "mega",
        (
            (),
            ("pot", "rent_on_request"),
            ("no_auctions", "all_but_one_double", "rounds:30"),
            ("rent_on_request", "all_but_one_double", "double_salary", "start_money:150000"),
            ("pot", "start_money:400000"),
        ),
        {"sensible": 350_000, "random": 250_000, "mixed": 420_000},
        {
            "sensible": TRADE | SHORTAGE | RIDES,
            "random": TRADE | RIDES - {"CatchUp"} | {"DeclineTrade", "GoToCards", "TakeMoney"},
            "mixed": TRADE | SHORTAGE | RIDES,
        },
        {"PassOver"},
        share=50,
    ),
)
CASES = [pytest.param(proof, kind, id=f"{proof.edition}-{kind}") for proof in PROOFS for kind in proof.soak]
each_edition = pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.edition)
SEEDS = "proof"

pytestmark = [pytest.mark.gate, pytest.mark.timeout(3_600 if FULL else 180)]


def covered() -> Iterator[Path]:
    """The records of editions, tables and house rules that the derived engine can play."""
    for path in sorted(GAMES.glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as text:
            number, first = next(numbered(text))
            header = header_of(number, first)
        rules = EDITIONS[header.edition].with_tables(header.tables).with_house_rules(header.house_rules)
        try:
            likeness_of(rules)
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
        side = SideBySide(rules, like=likeness_of(rules))
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


def games(proof: Proof, kind: str, least: int) -> Iterator[tuple[SideBySide, Player]]:
    """Games of bots, each with other players and house rules, until so many commands have been compared."""
    compared = number = 0
    while compared < least:
        rules = proof.rules_of(number)
        side = side_of(rules, kind)
        yield side, Player(rules, players(rules, kind, number), Dice(f"{SEEDS}/{kind}/{number}"), side.noted)
        compared, number = compared + sum(side.compared.values()), number + 1


def side_of(rules: Rules, kind: str) -> SideBySide:
    """Where all bots are sensible, the engine is asked what it would do."""
    like = likeness_of(rules)
    return SideBySide(rules, like.thinking_twice() if kind == "sensible" else None, like)


def players(rules: Rules, kind: str, number: int) -> list[object]:
    """From the fewest to the most that may play."""
    kinds = ("sensible", "random") if kind == "mixed" else (kind,)
    least, most = rules.seats
    seats = least + number % (most - least + 1)
    return [BOTS[kinds[seat % len(kinds)]](rules)(f"{SEEDS}/{number}/{seat}") for seat in range(seats)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_the_same_in_both_engines(path):
    """After each of its commands the whole position is the same."""
    assert followed(path).total() > 0 or path.parent.name == "edges"


@each_edition
def test_no_record_of_a_covered_edition_is_left_out(proof):
    """All of the edition's records, with and without house rules, and all edges that are played by its rules."""
    assert set((GAMES / proof.edition).glob("*.jsonl")) <= {*RECORDS}


def test_the_edges_are_played_too():
    """Those of covered editions, which are most of them."""
    assert sum(path.parent.name == "edges" for path in RECORDS) > 10


@pytest.mark.parametrize(("proof", "kind"), CASES)
def test_games_of_bots_are_the_same_in_both_engines(proof, kind):
    """Not one difference in thousands of commands; where all are sensible, the engine would have done the same."""
    least, compared, agreed = proof.least(kind), Counter[str](), Counter[str]()
    for side, player in games(proof, kind, least):
        player.play(TURNS_MAXIMUM)
        compared += side.compared
        agreed += side.agreed
    print(f"{proof.edition}, {kind}: {compared.total()} commands compared, {agreed.total()} agreed on")
    assert compared.total() >= least
    assert agreed == (compared if kind == "sensible" else Counter())
    assert proof.often[kind] <= compared.keys()


@each_edition
def test_the_gate_compares_as_many_commands_as_promised(proof):
    """20,000 of bots, a million in the soak, not counting the records."""
    assert sum(map(proof.least, proof.soak)) >= (1_000_000 if FULL else 20_000)


@each_edition
def test_every_command_of_the_edition_is_a_step(proof):
    """None is left out, so none can be forgotten; maxima are secret, so that no position holds them."""
    commands = {kind for kind in proof.rules.handlers if issubclass(kind, SeatCommand | HubCommand)}
    assert set(likeness_of(proof.rules).steps) == commands - {*OWN_SECRETS}


@each_edition
def test_the_records_hold_every_step_but_a_few(proof):
    """Shortages and their auctions, too; not whether to place a building at all, and whom the hub passes over."""
    records = [path for path in RECORDS if path.parent.name in ("edges", proof.edition)]
    compared = sum((followed(path) for path in records), Counter[str]())
    assert compared.total() > 5_000
    assert {kind.__name__ for kind in likeness_of(proof.rules).steps} - compared.keys() <= proof.not_recorded


@pytest.mark.parametrize(
    ("proof", "name", "wrong"),
    [
        *[
            pytest.param(PROOFS[0], name, wrong, id=f"classic-{name}")
            for name, wrong in (
                ("BAIL", 60),
                ("SALE_PERCENT", 40),
                ("PASSING", 100),
                ("RESERVE", 90),
                ("AUCTION_STEP", 2),
            )
        ],
        *[
            pytest.param(PROOFS[1], name, wrong, id=f"euronopoly-{name}")
            for name, wrong in (
                ("BAILS", 500),
                ("PASSING", 900),
                ("RESERVE", 300),
                ("RISK_FACTOR", 31),
                ("RISK_DOUBLE_FACTOR", 30),
                ("MISSING_DEEDS", 1),
                ("LAST_SPACES", 1),
                ("HIGHEST_STAGE", 8),
            )
        ],
        *[
            pytest.param(PROOFS[2], name, wrong, id=f"mega-{name}")
            for name, wrong in (
                ("BAIL", 4_000),
                ("LAST_BAIL", 4_000),
                ("RESERVE", 9_000),
                ("EXPIRING", 0),
                ("UNIT", 1),
                ("SIDE", 12),
                ("MALL_FACTOR", 3),
                ("ENOUGH", 3),
            )
        ],
    ],
)
def test_another_figure_is_noticed(proof, name, wrong):
    """An engine that plays by one wrong figure differs within a few games."""
    place = next(getattr(layout, name) for layout in (at, claims_layout, skyline_layout) if hasattr(layout, name))
    with pytest.raises(Differs):  # noqa: PT012 the games are the statement
        for side, player in games(proof, "sensible", 20_000):
            assert side.t[place] != wrong
            side.t[place] = wrong
            player.play(TURNS_MAXIMUM)


def test_the_generator_draws_what_it_is_asked_for():
    """Every number of any bound can be brought about, so that each throw and draw of the hub can be thought through."""
    for bound in (1, 7, 24, 36, 48):
        for number in range(bound):
            s = [0] * at.PAPER_SIZE
            s[at.LUCK] = luck_for(number, bound)
            assert luck.draw_number(s, bound) == number


def test_two_dice_show_the_faces_that_are_asked_for():
    """The first face counts six times as much as the second."""
    for first in range(1, 7):
        for second in range(1, 7):
            s = [0] * at.PAPER_SIZE
            s[at.LUCK] = luck_for_faces((first, second))
            pair = luck.draw_number(s, 36)
            assert (pair // 6 + 1, pair % 6 + 1) == (first, second)

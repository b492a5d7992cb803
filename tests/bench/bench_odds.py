"""Measures foresight: rollouts a second by the one road in all editions, and the derived engine beside the yardstick.

Run it from the clone: `python tests/bench/bench_odds.py [--rounds N] [--peer COMMAND]… [--json]`. Times are those
of the processor. Ratios are throws a second to those of the yardstick (see `bench_engine.py`), the median of rounds
that alternate; games with trade are shorter and have more to do per throw than those without.

A peer is another engine of such games, where one is at hand: a command that is called with a number of games, plays
them, and prints `{"throws": N, "seconds": S}`.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parent))

from bench_engine import SEATS, YARDSTICK, floor_round, yardstick

from hub.bots import BOTS
from hub.bots.sensible.chart import Chart
from hub.domain.commands import OfferTrade
from hub.domain.facts import Fact
from hub.domain.state import State, fold
from hub.editions import EDITIONS
from hub.odds.engines.derived import layout as at
from hub.odds.engines.derived.compiled import library
from hub.odds.engines.derived.playbooks import Playbook, opened
from hub.odds.engines.derived.tables import NotCovered
from hub.odds.engines.one_road import OneRoad
from hub.odds.position import seen_by
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.table.game.chance import Dice

TURNS_MAXIMUM = 600
ROAD_ROLLOUTS, PLAIN_ROLLOUTS, COMPILED_ROLLOUTS = 25, 12, 1_000
PEER_GAMES = 12
MOMENTS = {"opening": 0.02, "middle": 0.5}
"""How much of a game has been played when a position is taken."""

Timed = Callable[[at.Vector, int], tuple[int, float]]
"""Throws and seconds of the rollouts of a position in this round."""


class Ratio(Struct):
    """The derived engine at one moment: throws a second to those of the yardstick (None without it), and rollouts."""

    edition: str
    engine: str
    moment: str
    trade: bool
    rollouts_per_second: float
    throws_per_second: float
    ratio: float | None


class Road(Struct):
    """The one road: rollouts a second and core in an edition at one moment."""

    edition: str
    moment: str
    rollouts_per_second: float


class Told(Struct):
    """What a peer prints."""

    throws: int
    seconds: float


class Peer(Struct):
    """Another engine, by its command: throws a second, and those to the yardstick's (None without it)."""

    command: str
    throws_per_second: float
    ratio: float | None


class Figures(Struct):
    """All that was measured."""

    road: list[Road]
    derived: list[Ratio]
    peers: list[Peer]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure foresight.")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds, alternating (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--yardstick", type=Path, default=YARDSTICK, metavar="FILE", help="beside the clone, if it is")
    parser.add_argument("--peer", action="append", default=[], metavar="COMMAND", help="another engine, beside ours")
    options = parser.parse_args()
    floor = yardstick(options.yardstick)
    figures = measure(options.rounds, floor)
    figures.peers = [peer(command, options.rounds, floor) for command in options.peer]
    print(msgspec.json.encode(figures).decode() if options.json else table(figures))


def measure(rounds: int, floor: ModuleType | None) -> Figures:
    """Every edition on the one road; those that are covered on the derived engine, too."""
    figures = Figures([], [], [])
    for rules in EDITIONS.values():
        for moment, share in MOMENTS.items():
            states = [state_at(rules, share, f"bench/{number}") for number in range(rounds)]
            figures.road.append(Road(rules.id, moment, road(rules, states)))
            try:
                figures.derived += derived(rules, moment, states, floor)
            except NotCovered:
                continue
    return figures


def state_at(rules: Rules, share: float, seed: str) -> State:
    """A game of sensible bots after this share of its moves."""
    moves: list[tuple[Fact, ...]] = []
    make = BOTS["sensible"](rules)
    players = [make(f"{seed}/{seat}") for seat in range(SEATS)]
    Player(rules, players, Dice(seed), lambda _game, _command, facts: moves.append(facts)).play(TURNS_MAXIMUM)
    return fold(fact for facts in moves[: int(len(moves) * share)] for fact in facts)


def road(rules: Rules, states: list[State]) -> float:
    """Rollouts a second of the one road, the median over some games."""
    speeds = []
    for state in states:
        began = time.process_time()
        OneRoad(seen_by(rules, state, None)).rollouts("bench", range(ROAD_ROLLOUTS))
        speeds.append(ROAD_ROLLOUTS / (time.process_time() - began))
    return statistics.median(speeds)


def derived(rules: Rules, moment: str, states: list[State], floor: ModuleType | None) -> list[Ratio]:
    """The derived engine, plain and compiled, with and without trade where there is any. Raises NotCovered."""
    book, t = opened(rules, Chart.of(rules).reserve)
    kinds = [("plain", PLAIN_ROLLOUTS, plain)]
    if library(book.entry) is not None:
        kinds.append(("compiled", COMPILED_ROLLOUTS, compiled))
    positions = [book.position_of(rules, t, state) for state in states]
    ratios = []
    for engine, count, timed in kinds:
        for trade in (True, False) if OfferTrade in rules.handlers else (False,):
            tables = t[:]
            tables[at.TRADES] = int(trade)
            ratio = Ratio(rules.id, engine, moment, trade, 0, 0, None)
            ratios.append(one_ratio(ratio, count, partial(timed, book, tables), positions, floor))
    return ratios


def one_ratio(ratio: Ratio, count: int, timed: Timed, positions: list[at.Vector], floor: ModuleType | None) -> Ratio:
    """Alternate between the engine and the yardstick."""
    speeds, ratios, times = [], [], []
    for number, position in enumerate(positions):
        throws, took_s = timed(position, number)
        speeds.append(throws / took_s)
        times.append(count / took_s)
        if floor is not None:
            ratios.append(speeds[-1] / floor_round(floor, number))
    ratio.throws_per_second, ratio.rollouts_per_second = statistics.median(speeds), statistics.median(times)
    ratio.ratio = statistics.median(ratios) if ratios else None
    return ratio


def peer(command: str, rounds: int, floor: ModuleType | None) -> Peer:
    """Alternate between another engine and the yardstick."""
    speeds, ratios = [], []
    for number in range(rounds):
        called = [*shlex.split(command), str(PEER_GAMES)]
        told = msgspec.json.decode(subprocess.run(called, check=True, capture_output=True).stdout, type=Told)
        speeds.append(told.throws / told.seconds)
        if floor is not None:
            ratios.append(speeds[-1] / floor_round(floor, number))
    return Peer(command, statistics.median(speeds), statistics.median(ratios) if ratios else None)


def plain(book: Playbook, t: at.Vector, p: at.Vector, number: int) -> tuple[int, float]:
    """Rollouts of the source as Python."""
    scratch, found = [0] * len(p), [0] * (2 * PLAIN_ROLLOUTS)
    rollouts = book.rollouts  # put together once
    began = time.process_time()
    throws = rollouts(p, scratch, t, number, 0, PLAIN_ROLLOUTS, TURNS_MAXIMUM, found)
    return throws, time.process_time() - began


def compiled(book: Playbook, t: at.Vector, p: at.Vector, number: int) -> tuple[int, float]:
    """Rollouts of the library of this machine."""
    found = library(book.entry)
    assert found is not None
    began = time.process_time()
    throws = found.rollouts(p, t, number, 0, COMPILED_ROLLOUTS, TURNS_MAXIMUM)[-1]
    return throws, time.process_time() - began


def table(figures: Figures) -> str:
    """The figures for people."""
    lines = ["one road, rollouts a second and core"]
    lines += [f"  {one.edition:<12} {one.moment:<8} {one.rollouts_per_second:10.0f}" for one in figures.road]
    lines.append("derived engine                                      rollouts/s   throws/s  ratio to the yardstick")
    for one in figures.derived:
        name = f"{one.edition}, {one.engine}, {one.moment}, {'with' if one.trade else 'without'} trade"
        speeds = f"{one.rollouts_per_second:11.0f} {one.throws_per_second:10.0f}"
        lines.append(f"  {name:<48} {speeds}  {shown(one.ratio):>10}")
    for other in figures.peers:
        lines.append(f"  {other.command[-48:]:<48} {other.throws_per_second:10.0f}  {shown(other.ratio):>10}")
    return "\n".join(lines)


def shown(ratio: float | None) -> str:
    """A ratio, if there was a yardstick."""
    return "-" if ratio is None else f"{ratio:.2f}"


if __name__ == "__main__":
    main()

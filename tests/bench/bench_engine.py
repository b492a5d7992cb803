"""Measures the engine: throws and facts a second with sensible bots, replay, cost per command.

Run it from the clone: `python tests/bench/bench_engine.py [--rounds N] [--json]`. If the yardstick
`../shared/bench/engine_floor.py` (plain mutable objects, no facts, no prompts) lies beside the clone, both play in
turn and the median of the ratios is reported. Times are those of the processor, because machines are shared and noisy.

Bytecodes a throw with sensible bots, which do not vary from run to run (the yardstick needs 1,490), and the ratio of
throws, in November 2026: classic 3,680, 0.14; mpmp 3,330, 0.155; haustein 5,050, 0.09; mega 7,520, 0.066; euronopoly
4,570, 0.095.
"""

import argparse
import importlib.util
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from hub.bots import BOTS
from hub.domain.commands import Command
from hub.domain.facts import Fact
from hub.domain.state import fold
from hub.domain.unions import AnyFact
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.table.game.chance import Dice

YARDSTICK = Path(__file__).resolve().parents[3] / "shared" / "bench" / "engine_floor.py"
SEATS = 4
TURNS_MAXIMUM = 4_000
GAMES_PER_ROUND = 12
FACTS_PER_UNIT = 10_000


class Figures(Struct, kw_only=True):
    """What was measured; ratios are None without the yardstick.

    `rules_ratio` is that of the rules alone: the commands of whole games decided once more, without the bots.
    """

    edition: str
    rounds: int
    throws_per_second: float
    facts_per_second: float
    games_per_second: float
    throws_per_game: float
    commands_per_throw: float
    yardstick_throws_per_second: float | None
    ratio: float | None
    rules_ratio: float | None
    replay_ms_per_10000_facts: float
    command_us: dict[str, float]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the rules engine.")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="rounds of games, alternating (15)")
    parser.add_argument("--edition", default=next(iter(EDITIONS)), choices=list(EDITIONS))
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--yardstick", type=Path, default=YARDSTICK, metavar="FILE", help="beside the clone, if it is")
    options = parser.parse_args()
    figures = measure(EDITIONS[options.edition], options.rounds, yardstick(options.yardstick))
    print(msgspec.json.encode(figures).decode() if options.json else table(figures))


def yardstick(path: Path) -> ModuleType | None:
    """The yardstick, if it lies there."""
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("engine_floor", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def measure(rules: Rules, rounds: int, floor: ModuleType | None) -> Figures:
    """Alternate between the engine and the yardstick, then replay, then time single commands."""
    speeds: list[tuple[float, float, float]] = []
    floor_speeds: list[float] = []
    rules_speeds: list[float] = []
    throws = commands = 0
    for number in range(rounds):
        played = engine_round(rules, number)
        throws, commands = throws + played[0], commands + played[2]
        speeds.append((played[0] / played[3], played[1] / played[3], GAMES_PER_ROUND / played[3]))
        rules_speeds.append(rules_round(rules, number))
        if floor is not None:
            floor_speeds.append(floor_round(floor, number))
    ratios = [speed[0] / floor_speed for speed, floor_speed in zip(speeds, floor_speeds, strict=False)]
    rules_ratios = [speed / floor_speed for speed, floor_speed in zip(rules_speeds, floor_speeds, strict=False)]
    return Figures(
        edition=rules.id,
        rounds=rounds,
        throws_per_second=statistics.median(speed[0] for speed in speeds),
        facts_per_second=statistics.median(speed[1] for speed in speeds),
        games_per_second=statistics.median(speed[2] for speed in speeds),
        throws_per_game=throws / (rounds * GAMES_PER_ROUND),
        commands_per_throw=commands / throws,
        yardstick_throws_per_second=statistics.median(floor_speeds) if floor_speeds else None,
        ratio=statistics.median(ratios) if ratios else None,
        rules_ratio=statistics.median(rules_ratios) if rules_ratios else None,
        replay_ms_per_10000_facts=replay_ms(rules, rounds),
        command_us=command_us(rules),
    )


def engine_round(rules: Rules, number: int) -> tuple[int, int, int, float]:
    """Throws, facts, commands and seconds of some whole games."""
    throws = facts = commands = 0
    began = time.process_time()
    for game in range(GAMES_PER_ROUND):
        match = new_player(rules, f"{number}/{game}").play(TURNS_MAXIMUM)
        throws, facts, commands = throws + match.throws, facts + match.facts, commands + match.commands
    return throws, facts, commands, time.process_time() - began


def rules_round(rules: Rules, number: int) -> float:
    """Throws a second when the commands of whole games are decided once more."""
    throws, spent = 0, 0.0
    for seed in range(GAMES_PER_ROUND):
        script: list[Command] = []
        throws += new_player(rules, f"{number}/{seed}", noting(script)).play(TURNS_MAXIMUM).throws
        game = Game(rules)
        began = time.process_time()
        for command in script:
            game.decide(command)
        spent += time.process_time() - began
    return throws / spent


def floor_round(floor: ModuleType, number: int) -> float:
    """Throws a second of as many games of the yardstick."""
    throws = 0
    began = time.process_time()
    for game in range(GAMES_PER_ROUND):
        engine = floor.Engine(number * GAMES_PER_ROUND + game, SEATS)
        engine.run(TURNS_MAXIMUM)
        throws += engine.rolls
    return throws / (time.process_time() - began)


def replay_ms(rules: Rules, rounds: int) -> float:
    """Milliseconds to decode and fold 10,000 stored facts, the median of several times."""
    facts: list[Fact] = []
    player = new_player(rules, "replay", lambda _game, _command, new: facts.extend(new))
    player.play(TURNS_MAXIMUM)
    stored = msgspec.json.encode(facts)
    decoder = msgspec.json.Decoder(tuple[AnyFact, ...])
    times = []
    for _ in range(rounds):
        began = time.process_time()
        state = fold(decoder.decode(stored))
        times.append((time.process_time() - began) * 1000)
        assert state == player.game.state
    return statistics.median(times) * FACTS_PER_UNIT / len(facts)


def command_us(rules: Rules) -> dict[str, float]:
    """Microseconds from command to folded facts by kind of command, the median over some games."""
    times: dict[str, list[float]] = defaultdict(list)
    for number in range(GAMES_PER_ROUND):
        script: list[Command] = []
        new_player(rules, f"command/{number}", noting(script)).play(TURNS_MAXIMUM)
        game = Game(rules)
        for command in script:
            began = time.process_time()
            game.decide(command)
            times[type(command).__name__].append((time.process_time() - began) * 1e6)
    often = sorted(times, key=lambda kind: -len(times[kind]))
    return {kind: statistics.median(times[kind]) for kind in often}


def noting(script: list[Command]) -> Any:
    """Keeps the commands of a match."""

    def noted(_game: Game, command: Command, _facts: tuple[Fact, ...]) -> None:
        script.append(command)

    return noted


def new_player(rules: Rules, seed: str, *noted: Any) -> Player:
    """A match of sensible bots."""
    make = BOTS["sensible"](rules)
    return Player(rules, [make("") for _ in range(SEATS)], Dice(seed), *noted)


def table(figures: Figures) -> str:
    """The figures for people."""
    lines = [
        f"edition                     {figures.edition}, {SEATS} sensible bots, {figures.rounds} rounds",
        f"throws/s                    {figures.throws_per_second:10.0f}",
        f"facts/s                     {figures.facts_per_second:10.0f}",
        f"games/s                     {figures.games_per_second:10.1f}",
        f"throws a game               {figures.throws_per_game:10.0f}",
        f"commands a throw            {figures.commands_per_throw:10.2f}",
        f"replay, ms/10,000 facts     {figures.replay_ms_per_10000_facts:10.1f}",
    ]
    if figures.ratio is None:
        lines.append("yardstick                   not beside this clone")
    else:
        lines.append(f"yardstick, throws/s         {figures.yardstick_throws_per_second:10.0f}")
        lines.append(f"ratio to the yardstick      {figures.ratio:10.3f}")
        lines.append(f"ratio of the rules alone    {figures.rules_ratio:10.3f}")
    lines.append("microseconds a command:")
    lines += [f"  {kind:<25} {cost:10.2f}" for kind, cost in figures.command_us.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()

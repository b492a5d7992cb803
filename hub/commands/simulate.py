"""Let bots play whole games.

The exit code is 1 if a check failed.
"""

import argparse
import math
import secrets
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import cache, partial
from itertools import cycle, islice

import msgspec
from msgspec import Struct

from hub.bots import BOTS
from hub.bots.sight import Bot
from hub.commands import CannotRun, whole_number
from hub.commands.jobs import in_order
from hub.commands.options import add_edition, add_jobs, add_seats, agreed, seats_of
from hub.commands.terminal import Bar
from hub.composition.editions import edition_of, rules_named
from hub.features import offered
from hub.rules.slots import Rules
from hub.simulation.checks import Violation
from hub.simulation.match import MatchResult
from hub.simulation.series import Plan, Tally, play_one
from hub.simulation.workers import processors

HELP = "let bots play whole games"
MIXED, MIXED_KINDS = "mixed", ("sensible", "random")
ROUNDS_MAXIMUM = 1_000
SEED_BYTES = 4
GAMES_PER_PROCESS_MINIMUM = 8
"""Starting a process takes as long as some games."""
GAMES_AT_ONCE = 4
"""How many games one of several processes plays before it reports them."""


class Series(Struct, frozen=True):
    """The plan of a series as plain values: an edition by others may have parts that no process passes to another."""

    edition: str
    tables: tuple[tuple[str, str], ...]
    house_rules: tuple[str, ...]
    bots: tuple[str, ...]
    seed: str
    rounds_maximum: int
    check: bool


def players() -> Mapping[str, Callable[[Rules], Callable[[str], Bot]]]:
    """All kinds of bots: ours, which follow rules of thumb, and those of features."""
    return {**BOTS, **(offered("bots") or {})}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_edition(parser)
    parser.add_argument("--games", type=whole_number(1), default=100, metavar="N", help="number of games (100)")
    add_seats(parser)
    parser.add_argument("--seed", metavar="S", help="any text; the same seed plays the same games (random)")
    parser.add_argument(
        "--bots",
        default="sensible",
        metavar="LIST",
        help=f"who plays: {', '.join(players())}, {MIXED}, or a comma-separated list for the seats in turn (sensible)",
    )
    parser.add_argument(
        "--house-rules", default="", metavar="LIST", help="house rules to play with, comma-separated: pot,rounds:20"
    )
    parser.add_argument(
        "--rounds-maximum",
        type=whole_number(1),
        default=ROUNDS_MAXIMUM,
        metavar="N",
        help=f"a game that lasts longer counts as unfinished ({ROUNDS_MAXIMUM})",
    )
    parser.add_argument(
        "--only", type=whole_number(0), metavar="K", help="play only game K of the series (the first is 0)"
    )
    add_jobs(parser)
    parser.add_argument("--check", action="store_true", help="check money, deeds, buildings, replay and secrecy")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    series = _series(options)
    numbers = range(options.games) if options.only is None else range(options.only, options.only + 1)
    tally = Tally(edition=series.edition, seed=series.seed, bots=series.bots, wins=[0] * len(series.bots))
    bar, began = Bar("games"), time.perf_counter()
    try:
        with closing(_played(series, numbers, options.jobs or processors())) as games:
            for number, match, violations in games:
                tally.add(number, match, violations, time.perf_counter() - began)
                bar.show(tally.games, len(numbers))
    finally:
        bar.clear()
    print(msgspec.json.encode(tally).decode() if options.json else _as_text(tally))
    return 1 if tally.violations else 0


def _played(series: Series, numbers: range, jobs: int) -> Generator[tuple[int, MatchResult, list[Violation]]]:
    jobs = min(jobs, math.ceil(len(numbers) / GAMES_PER_PROCESS_MINIMUM))
    size = GAMES_AT_ONCE if jobs > 1 else 1
    handfuls = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    for handful in in_order(partial(_play, series), handfuls, jobs):
        yield from handful


def _play(series: Series, numbers: range) -> list[tuple[int, MatchResult, list[Violation]]]:
    return [(number, *play_one(_plan(series), number)) for number in numbers]


@cache
def _plan(series: Series) -> Plan:
    rules = rules_named(series.edition).with_tables(dict(series.tables)).with_house_rules(series.house_rules)
    return Plan(rules, series.bots, series.seed, series.rounds_maximum, series.check, players())


def _series(options: argparse.Namespace) -> Series:
    rules = agreed(edition_of(options), options.house_rules)
    return Series(
        edition=rules.id,
        tables=tuple(rules.track.printing.texts.items()),
        house_rules=rules.agreed,
        bots=_bots(options.bots, seats_of(rules, options.seats)),
        seed=options.seed if options.seed is not None else secrets.token_hex(SEED_BYTES),
        rounds_maximum=options.rounds_maximum,
        check=options.check,
    )


def _bots(text: str, seats: int) -> tuple[str, ...]:
    kinds = MIXED_KINDS if text == MIXED else tuple(kind.strip() for kind in text.split(","))
    for kind in kinds:
        if kind not in players():
            raise CannotRun(f"there is no bot {kind!r}; choose from: {', '.join((*players(), MIXED))}")
    if len(kinds) > seats:
        raise CannotRun(f"{len(kinds)} bots do not fit on {seats} seats")
    return tuple(islice(cycle(kinds), seats))


def _as_text(tally: Tally) -> str:
    wins = ", ".join(f"{kind} {won}" for kind, won in zip(tally.bots, tally.wins, strict=True))
    ended = f"{tally.finished} finished, {tally.unfinished} unfinished"
    speed = f"{tally.throws_per_second:.0f} throws/s, {tally.games_per_second:.1f} games/s"
    lines = [
        f"{tally.games} game{'s' * (tally.games != 1)} of {tally.edition} with seed {tally.seed}: {ended}.",
        f"Wins by seat: {wins}.",
        f"{tally.throws} throws and {tally.facts} facts in {tally.seconds:.1f} s: {speed}.",
    ]
    for why in dict.fromkeys(stopped.why for stopped in tally.stopped):
        numbers = [str(stopped.game) for stopped in tally.stopped if stopped.why == why]
        lines.append(f"Unfinished, game{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}: {why}.")
    lines += [f"Violation in game {v.game}, command {v.command}: {v.kind}: {v.what}." for v in tally.violations]
    return "\n".join(lines)

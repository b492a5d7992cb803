"""`bankhalter simulate`: plays whole games between automatic players and says what became of them."""

from __future__ import annotations

import argparse
import secrets
from itertools import cycle, islice
from pathlib import Path

import msgspec

from hub.bots import BOTS
from hub.commands import CannotRun, Parsers, whole_number
from hub.commands.edition_dir import edition_of
from hub.commands.progress import Bar
from hub.editions import EDITIONS
from hub.rules.ports import Rules
from hub.simulation.series import Plan, Tally, play_series

MIXED, MIXED_KINDS = "mixed", ("sensible", "random")
SEATS_USUAL = 4
ROUNDS_MAXIMUM = 1_000
SEED_BYTES = 4


def add_parser(commands: Parsers) -> None:
    """What `simulate` takes."""
    parser = commands.add_parser(
        "simulate", help="let games play themselves", description="Play whole games between automatic players."
    )
    parser.set_defaults(run=run)
    edition = parser.add_mutually_exclusive_group()
    edition.add_argument("--edition", default=next(iter(EDITIONS)), metavar="E", help=f"one of: {', '.join(EDITIONS)}")
    edition.add_argument("--edition-dir", type=Path, metavar="DIR", help="tables of your own (`editions export`)")
    parser.add_argument("--games", type=whole_number(1), default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--seats", type=whole_number(1), metavar="P", help=f"players at the table ({SEATS_USUAL})")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed plays the same games (by chance)")
    parser.add_argument(
        "--bots",
        default="sensible",
        metavar="LIST",
        help=f"who plays: {', '.join(BOTS)}, {MIXED}, or a list with commas, dealt out to the seats in turn (sensible)",
    )
    parser.add_argument(
        "--house-rules", default="", metavar="LIST", help="house rules to play with, with commas: pot,rounds:20"
    )
    parser.add_argument(
        "--rounds-maximum",
        type=whole_number(1),
        default=ROUNDS_MAXIMUM,
        metavar="N",
        help=f"a game that lasts longer counts as unfinished ({ROUNDS_MAXIMUM})",
    )
    parser.add_argument("--check", action="store_true", help="check money, deeds, buildings, replay and secrecy")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Play the games and print the tally; the exit code is 1 if anything was violated."""
    plan = _plan(options)
    bar = Bar("games")
    tally = None
    for tally in play_series(plan, range(options.games)):
        bar.show(tally.games, options.games)
    assert tally is not None
    print(msgspec.json.encode(tally).decode() if options.json else _told(tally))
    return 1 if tally.violations else 0


def _plan(options: argparse.Namespace) -> Plan:
    """What was asked for. Raises CannotRun."""
    rules = _agreed(edition_of(options), options.house_rules)
    return Plan(
        rules=rules,
        bots=_bots(options.bots, _seats(rules, options.seats)),
        seed=options.seed if options.seed is not None else secrets.token_hex(SEED_BYTES),
        rounds_maximum=options.rounds_maximum,
        check=options.check,
    )


def _agreed(rules: Rules, text: str) -> Rules:
    """The edition with house rules."""
    try:
        return rules.with_house_rules([name.strip() for name in text.split(",") if name.strip()])
    except KeyError as error:
        offered = ", ".join("|".join(rule.agreed()) for rule in rules.house_rules)
        raise CannotRun(f"edition {rules.id} cannot take house rule {error}; it has, each once: {offered}") from error


def _seats(rules: Rules, wanted: int | None) -> int:
    least, most = rules.seats
    if wanted is None:
        return max(least, min(most, SEATS_USUAL))
    if not least <= wanted <= most:
        raise CannotRun(f"edition {rules.id} takes {least} to {most} players, not {wanted}")
    return wanted


def _bots(text: str, seats: int) -> tuple[str, ...]:
    """The kind of player at each seat."""
    kinds = MIXED_KINDS if text == MIXED else tuple(kind.strip() for kind in text.split(","))
    for kind in kinds:
        if kind not in BOTS:
            raise CannotRun(f"there is no automatic player {kind!r}; choose from: {', '.join((*BOTS, MIXED))}")
    if len(kinds) > seats:
        raise CannotRun(f"{len(kinds)} automatic players do not fit on {seats} seats")
    return tuple(islice(cycle(kinds), seats))


def _told(tally: Tally) -> str:
    """The tally as lines for a terminal."""
    wins = ", ".join(f"{kind} {won}" for kind, won in zip(tally.bots, tally.wins, strict=True))
    ended = f"{tally.finished} finished, {tally.unfinished} unfinished"
    speed = f"{tally.throws_per_second:.0f} throws/s, {tally.games_per_second:.1f} games/s"
    lines = [
        f"{tally.games} games of {tally.edition} with seed {tally.seed}: {ended}.",
        f"Wins by seat: {wins}.",
        f"{tally.throws} throws and {tally.facts} facts in {tally.seconds:.1f} s: {speed}.",
    ]
    lines += [f"Violation in game {v.game}, command {v.command}: {v.kind}: {v.what}." for v in tally.violations]
    return "\n".join(lines)

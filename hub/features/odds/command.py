"""Estimate each player's chance to win, and how long the game will take: bots play it to its end many times.

hub/docs/ODDS.md says what that assumes.
"""

import argparse
import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from hub.commands import CannotRun, whole_number
from hub.commands.games import NEWEST, played_game
from hub.commands.options import add_place, stored_games
from hub.commands.replay import STANDARD_INPUT, is_file, played, sources
from hub.commands.terminal import shortened
from hub.domain.history import effective_facts
from hub.domain.state import State, fold
from hub.features.odds.outlook import Budget, Outlook, outlook, usual_budget, usual_jobs
from hub.features.odds.position import seen_by
from hub.rules.slots import Rules
from hub.simulation.pace import USUAL_S, minutes, seconds_per_turn
from hub.simulation.workers import Workers, WorkersLost, begin_awaited

HELP = "estimate who will win a game"
SEED = "odds"
ROLLOUTS_MAXIMUM = 1_000_000
PRINTED = ("edition", "odds", "low", "high", "turns_left", "minutes_left", "rollouts", "engine")
PATIENCE_S = 6.0
"""Nobody waits for an answer by command as for one at the table."""


IN_A_FOLDER = re.compile(r"[./\\]")
"""No id of a stored game has one of these; names of files nearly always do."""


class GameInQuestion(Struct, frozen=True):
    """The game in question: its edition, its players, its state, and how long a turn has taken in it."""

    rules: Rules
    names: Sequence[str]
    state: State
    turn_s: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        help=f"a record, a help file, {STANDARD_INPUT} for standard input, or a stored game: its id as `bankhalter "
        f"games` lists it, or {NEWEST}",
    )
    parser.add_argument(
        "--seat",
        type=whole_number(0),
        metavar="S",
        help="from what this seat may know, 0 is the first (without it: an onlooker)",
    )
    parser.add_argument(
        "--rollouts",
        type=whole_number(1, ROLLOUTS_MAXIMUM),
        metavar="N",
        help="number of rollouts (as many as needed, within a time limit)",
    )
    parser.add_argument("--seed", default=SEED, metavar="TEXT", help="the same seed gives the same odds")
    add_place(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run the rollouts and print the outlook. Raises CannotRun."""
    asked = _asked(options)
    seats = len(asked.state.turns.out)
    if not seats:
        raise CannotRun("this game has not begun")
    if options.seat is not None and options.seat >= seats:
        raise CannotRun(f"there is no seat {options.seat}: they are 0 to {seats - 1}")
    budget = usual_budget(PATIENCE_S) if options.rollouts is None else Budget(options.rollouts)
    try:
        with Workers(usual_jobs(), begin_awaited) as workers:
            found = outlook(workers, seen_by(asked.rules, asked.state, options.seat), options.seed, budget)
    except WorkersLost as lost:
        raise CannotRun(f"{lost}; try again") from lost
    print(msgspec.json.encode(_plain(asked, found)).decode() if options.json else _for_people(asked, found))
    return 0


def _asked(options: argparse.Namespace) -> GameInQuestion:
    """The game to look at: the record of this name if there is such a file, else a stored game. Raises CannotRun."""
    name: str = options.game
    if name == STANDARD_INPUT or is_file(name):
        ended = played(next(sources([name])))
        return GameInQuestion(ended.game.rules, ended.names, ended.game.state, USUAL_S)
    if IN_A_FOLDER.search(name):
        raise CannotRun(f"{shortened(name)} is not a file")
    with stored_games(options) as store:
        game = played_game(store, name)
    state = fold(effective_facts([stored.entry for stored in game.entries]))
    pace = seconds_per_turn([stored.at_ms for stored in game.entries], state.turns.number)
    return GameInQuestion(game.rules, game.record.names, state, pace)


def _plain(asked: GameInQuestion, found: Outlook) -> dict[str, object]:
    """An outlook with its edition, and the remaining turns in minutes."""
    left = minutes(found.turns_left, asked.turn_s)
    said = structs.asdict(found) | {"edition": asked.rules.id, "minutes_left": left}
    return {name: said[name] for name in PRINTED}


def _for_people(asked: GameInQuestion, found: Outlook) -> str:
    """The outlook as text for a terminal."""
    seats = zip(asked.names, found.odds, found.low, found.high, strict=True)
    lines = [f"{shortened(name)}: {odds:.0%} ({low:.0%} to {high:.0%})" for name, odds, low, high in seats]
    if not found.rollouts:
        return "\n".join([*lines, "The game is over."])
    least, left, most = (
        minutes(turns, asked.turn_s) for turns in (found.turns_least, found.turns_left, found.turns_most)
    )
    lines.append(f"About {found.turns_left} turns left, {left} minutes, most evenings {least} to {most}.")
    lines.append(f"{found.rollouts} rollouts by bots ({found.engine}).")
    return "\n".join(lines)

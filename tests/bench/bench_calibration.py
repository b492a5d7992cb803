"""Measures whether odds are honest: how much of what was said to happen with 10, 20 … 90 % did happen.

Run it from the clone: `python tests/bench/bench_calibration.py --edition E [--games N] [--moments N] [--rollouts N]
[--out FILE] [--report]`. Sensible bots play whole games; at random moments of each the odds are asked as an onlooker
may know them; in the end one has won. Each game is a line of FILE, and a second call goes on where the first stopped.
`--report` only adds up; `nice` in front of it all leaves the computer to others. The luck of the games and that of the
odds have different names.
"""

import argparse
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.bots import BOTS
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY
from hub.domain.state import State
from hub.editions import EDITIONS
from hub.features.odds.outlook import counted
from hub.features.odds.playing import TURNS_MAXIMUM, Playing, way_of
from hub.features.odds.position import seen_by
from hub.rules.house_rules.rounds import end_by_assets
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.simulation.statistics import CERTAINTY
from hub.table.game.chance import Dice

GAMES, MOMENTS, ROLLOUTS = 500, 3, 30
SEATS = (2, 3, 4, 5)
TENTHS = range(1, 10)


class Said(Struct, array_like=True):
    """After `move` moves: each seat's odds."""

    move: int
    odds: tuple[float, ...]


class Asked(Struct):
    """One game: who won after how many `moves`, what was said on the way, and by which kind of rollouts (`engines`).

    The moments of a game count as often as it has moves: the chance that a move was chosen depends on how long the game
    would still last, which nobody knew at that moment. Counted once each, short games would count too much, and in
    those whoever was ahead has won.
    """

    game: int
    winner: int
    said: list[Said]
    engines: list[str]
    moves: int = 1


class Line(Struct):
    """All that was said of about `tenth` tenths: how often, in how many games, the mean, how often it happened.

    `reach` is how far chance alone may carry what happened from the mean, with 95 % certainty, by games as a whole.
    """

    tenth: int
    count: int
    games: int
    said: float
    happened: float
    reach: float


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure whether odds are honest.")
    parser.add_argument("--edition", choices=list(EDITIONS), default="classic")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"({GAMES})")
    parser.add_argument("--moments", type=int, default=MOMENTS, metavar="N", help=f"of each game ({MOMENTS})")
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS, metavar="N", help=f"at each moment ({ROLLOUTS})")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="(calibration-EDITION.jsonl)")
    parser.add_argument("--report", action="store_true", help="add up what there is")
    options = parser.parse_args()
    file = options.out or Path(f"calibration-{options.edition}.jsonl")
    known = read(file)
    if not options.report:
        missing = [number for number in range(options.games) if number not in known]
        play(options, missing, file)
    print(table(lines(read(file).values()), options.edition))


def read(file: Path) -> dict[int, Asked]:
    """What there is; a last line that was not finished is played again."""
    found: dict[int, Asked] = {}
    for line in file.read_bytes().splitlines() if file.exists() else []:
        try:
            asked = msgspec.json.decode(line, type=Asked)
        except msgspec.DecodeError:
            continue
        found[asked.game] = asked
    return found


def play(options: argparse.Namespace, numbers: Sequence[int], file: Path) -> None:
    with ProcessPoolExecutor(options.jobs) as pool, file.open("ab") as out:
        count = len(numbers)
        same = [options.edition] * count, numbers, [options.moments] * count, [options.rollouts] * count
        for asked in pool.map(one_game, *same):
            out.write(msgspec.json.encode(asked) + b"\n")
            out.flush()


def one_game(edition: str, number: int, moments: int, rollouts: int) -> Asked:
    """A game of sensible bots, and the odds at some of its moments, chosen among all but the last move."""
    rules = EDITIONS[edition]
    moves, winner = played(rules, f"calibration/{edition}/{number}", seats_of(rules, number))
    chosen = sorted(random.Random(number).sample(range(1, len(moves)), min(moments, len(moves) - 1)))
    said, engines = [], []
    for move, state in states_after(moves, chosen):
        played_on = Playing(seen_by(rules, state, None)).rollouts(f"odds/{number}/{move}", range(rollouts))
        said.append(Said(move, counted(played_on, way_of(rules)).odds))
        engines.append(way_of(rules))
    return Asked(number, winner, said, engines, len(moves))


def seats_of(rules: Rules, number: int) -> int:
    """Between two and five play, as far as the edition allows."""
    least, most = rules.seats
    return min(max(SEATS[number % len(SEATS)], least), most)


def played(rules: Rules, seed: str, seats: int) -> tuple[list[tuple[Fact, ...]], int]:
    """The moves of one game and who won it; one that does not end is decided as a rollout is."""
    moves: list[tuple[Fact, ...]] = []
    make = BOTS["sensible"](rules)
    bots = [make(f"{seed}/{seat}") for seat in range(seats)]
    player = Player(rules, bots, Dice(seed), lambda _game, _command, facts: moves.append(facts))
    player.play(2 * TURNS_MAXIMUM)
    if player.match.winner == NOBODY:
        end_by_assets(player.game)
    return moves, player.game.state.turns.winner


def states_after(moves: Sequence[Sequence[Fact]], counts: Sequence[int]) -> Iterator[tuple[int, State]]:
    """The state after each of so many moves; it is changed when the next one is asked for."""
    state, at = State(), 0
    for count in counts:
        for facts in moves[at:count]:
            for fact in facts:
                fact.fold(state)
        at = count
        yield count, state


def lines(games: Iterable[Asked]) -> list[Line]:
    """What was said of a seat that was still in the game, by the nearest tenth; nothing below 5 % or above 95 %."""
    told = [
        (round(odds * 10), asked.game, odds, asked.winner == seat, asked.moves)
        for asked in games
        for said in asked.said
        for seat, odds in enumerate(said.odds)
    ]
    by_tenth = {tenth: [one[1:] for one in told if one[0] == tenth] for tenth in TENTHS}
    return [line(tenth, found) for tenth, found in by_tenth.items() if found]


def line(tenth: int, found: list[tuple[int, float, bool, int]]) -> Line:
    """Moments of one game share its end, so games are what varies."""
    weight = sum(moves for *_, moves in found)
    said, happened = (sum(one[place] * one[-1] for one in found) / weight for place in (1, 2))
    by_game = [[*group] for _, group in groupby(sorted(found), key=lambda one: one[0])]
    surprises = [sum((won - odds - (happened - said)) * moves for _, odds, won, moves in group) for group in by_game]
    reach = CERTAINTY * math.sqrt(sum(surprise * surprise for surprise in surprises)) / weight
    return Line(tenth, len(found), len(by_game), said, happened, reach)


def table(found: Sequence[Line], edition: str) -> str:
    rows = [f"| {edition}: said | times | games | mean said | happened | difference |", "|---|---|---|---|---|---|"]
    rows += [
        f"| {one.tenth * 10} % | {one.count} | {one.games} | {one.said:.1%} | {one.happened:.1%} "
        f"| {(one.happened - one.said) * 100:+.1f} ± {one.reach * 100:.1f} |"
        for one in found
    ]
    return "\n".join(rows)


if __name__ == "__main__":
    main()

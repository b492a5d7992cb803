"""Measures how near odds come to those of rollouts played to the end, and what they cost.

Run it from the clone: `python tests/bench/bench_odds.py [--edition E]… [--positions N] [--rollouts N] [--json]`. The
positions are moments of games of sensible bots that no evaluation was fitted to. `rms` is the difference from so many
full rollouts; `rms_of_truth` estimates that from endlessly many: of each square, p(1 - p)/(n - 1) is taken off, which
is due to the number n of full ones. Times are those of the processor, for one process.

In November 2026, 60 positions: rms (of truth) at once and with 30 truncated rollouts were, by 2,000 full rollouts, in
classic 0.075 (0.074) and 0.045 (0.044), in euronopoly 0.063 (0.063) and 0.050 (0.050); by 600 in mega 0.076 (0.075) and
0.042 (0.039), with 37 positions in mpmp 0.075 (0.074) and 0.042 (0.040); with 54 and 200 full rollouts in haustein
0.057 (0.053) and 0.050 (0.045). With a fifth of a processor, `--advice 20` said 19, 19, 20, 13 and 20 for classic,
mpmp, haustein, mega and euronopoly, after 0.2 s of the processor (at most 0.4).

Who won 60 games says little about log loss: between two ways it errs by 0.02. `excess` asks what full rollouts say
instead. Of 30 truncated ones it was 0.016 (± 0.003) in euronopoly (60 positions, 160 full ones), of four rounds instead
of two 0.013; of 40 and 150 0.021 in classic, 0.016 in mpmp, 0.019 in haustein (± 0.004). Three times as many games, and
figures that know what the bank lends and how far one plot can be built, made euronopoly no better: 0.629 instead of
0.631 in 1,500 other games, and 0.018 instead of 0.016.
"""

import argparse
import math
import random
import statistics
import time
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from hub.bots import BOTS
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY
from hub.domain.state import State, fold
from hub.domain.tasks import asked
from hub.editions import EDITIONS
from hub.features.odds.advising import JUDGED
from hub.features.odds.candidates import candidates
from hub.features.odds.comparing import CLEAR, Arena, InThisProcess, compare
from hub.features.odds.outlook import AT_ONCE
from hub.features.odds.position import ROUNDS, TURNS_MAXIMUM, Playing, Position, is_quiet, seen_by
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.table.game.chance import Dice

POSITIONS, FULL, TRUNCATED = 60, 100, 30
SEATS = (2, 3, 4, 5, 6)
EIGHT = 0.08


class Way(Struct):
    """A way of estimating: how far from full rollouts and from the truth, log loss of who won, milliseconds a time.

    `excess` is how much more log loss is to be expected than from the truth, with its standard error.
    """

    rms: float
    rms_of_truth: float
    log_loss: float
    excess: float
    excess_error: float
    ms: float


class Figures(Struct):
    """An edition: the evaluation at once, truncated rollouts, and full ones (which differ from themselves by chance).

    `spread` is the standard deviation of a truncated rollout, `spread_of_full` that of a full one.
    """

    edition: str
    positions: int
    at_once: Way
    truncated: Way
    full: Way
    spread: float
    spread_of_full: float


class Estimate(Struct):
    """The chances by each seat from some rollouts, with their variance and the seconds they took."""

    chances: list[float]
    variances: list[float]
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure odds.")
    parser.add_argument("--edition", action="append", choices=list(EDITIONS), help="may be repeated (all)")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help=f"({POSITIONS})")
    parser.add_argument("--rollouts", type=int, default=FULL, metavar="N", help=f"full ones of each ({FULL})")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each edition")
    parser.add_argument("--advice", type=int, metavar="N", help="instead: ask for advice N times")
    options = parser.parse_args()
    for edition in options.edition or EDITIONS:
        if options.advice:
            print(advised(EDITIONS[edition], options.advice), flush=True)
            continue
        figures = measure(EDITIONS[edition], options.positions, options.rollouts)
        print(msgspec.json.encode(figures).decode() if options.json else shown(figures), flush=True)


def measure(rules: Rules, positions: int, rollouts: int) -> Figures:
    found, number = [], 0
    while len(found) < positions:
        position, winner = moment(rules, number)
        at_once = estimate(Playing(position, rounds=0), 1 if is_quiet(position.state) else AT_ONCE)
        truncated = estimate(Playing(position, rounds=ROUNDS), TRUNCATED)
        full = estimate(Playing(position, rounds=None), rollouts)
        found.append((position.state.turns.out, winner, at_once, truncated, full))
        number += 1
    ways = [way([(one[0], one[1], one[kind], one[4]) for one in found], rollouts) for kind in (2, 3, 4)]
    ways[2].ms /= rollouts
    ways[2].rms = ways[2].rms_of_truth = ways[2].excess = ways[2].excess_error = 0.0
    spreads = [statistics.fmean([math.sqrt(v) for one in found for v in one[kind].variances]) for kind in (3, 4)]
    return Figures(rules.id, positions, *ways, *spreads)


def moment(rules: Rules, number: int) -> tuple[Position, int]:
    """What an onlooker knows at a random moment of a game, and who won it."""
    chance = random.Random(f"bench/odds/{rules.id}/{number}")
    luck, moves = f"bench/odds/{number}", list[tuple[Fact, ...]]()
    seats = chance.choice([count for count in SEATS if count <= rules.seats[1]])
    bots = [BOTS["sensible"](rules)(f"{luck}/{seat}") for seat in range(seats)]
    player = Player(rules, bots, Dice(luck), lambda _game, _command, facts: moves.append(facts))
    player.play(TURNS_MAXIMUM)
    state: State = fold(fact for facts in moves[: chance.randrange(3, len(moves))] for fact in facts)
    if state.turns.winner != NOBODY or player.match.winner == NOBODY:
        return moment(rules, number + 1_000_000)
    return seen_by(rules, state, None), player.match.winner


def advised(rules: Rules, wanted: int) -> str:
    """In how many questions an answer that is eight points worse than the best would be known as worse."""
    errors, seconds, number = list[float](), list[float](), 0
    while len(errors) < wanted:
        position, _ = moment(rules, number := number + 1)
        task, seat = position.state.agenda.task, position.state.turns.seat
        answers = candidates(position, seat) if task is not None and seat in asked(task) else ()
        if len(answers) > 1:
            began_s = time.process_time()
            best, *others = compare(Arena(InThisProcess(jobs=1), position, answers, "bench"), answers, seat, JUDGED)
            seconds.append(time.process_time() - began_s)
            errors.append(max(best.lead(other, seat)[1] for other in others))
    told = sum(CLEAR * error < EIGHT for error in errors)
    return (
        f"{rules.id}: in {told} of {wanted} questions every answer eight points worse is known as worse, after "
        f"{statistics.median(seconds):.2f} s of the processor, at most {max(seconds):.2f} s"
    )


def estimate(playing: Playing, count: int) -> Estimate:
    began_s = time.process_time()
    by_seat = [*zip(*[rollout.chances for rollout in playing.rollouts("bench", range(count))], strict=True)]
    took_s = time.process_time() - began_s
    return Estimate([*map(statistics.fmean, by_seat)], [*map(statistics.pvariance, by_seat)], took_s)


def way(found: Sequence[tuple[Sequence[bool], int, Estimate, Estimate]], rollouts: int) -> Way:
    """The squares of all differences from full rollouts, and what these vary by chance; by seats still in."""
    squares, varied, losses, excesses, times = [], [], [], [], []
    for out, winner, said, full in found:
        shares = [(chance * rollouts + 1 / len(out)) / (rollouts + 1) for chance in said.chances]
        losses.append(-math.log(shares[winner]))
        likely = [(chance, share) for chance, share in zip(full.chances, shares, strict=True) if chance]
        by_chance = (len(likely) - 1) / (2 * rollouts)  # what so many full ones differ from the truth (Miller, Madow)
        excesses.append(sum(chance * math.log(chance / share) for chance, share in likely) - by_chance)
        times.append(said.seconds * 1_000)
        for seat, gone in enumerate(out):
            if not gone:
                squares.append((said.chances[seat] - full.chances[seat]) ** 2)
                varied.append(full.variances[seat] / max(1, rollouts - 1))
    square, chance = statistics.fmean(squares), statistics.fmean(varied)
    of_truth = math.sqrt(max(0.0, square - chance))
    error = statistics.pstdev(excesses) / math.sqrt(len(excesses))
    loss, excess = statistics.fmean(losses), statistics.fmean(excesses)
    return Way(math.sqrt(square), of_truth, loss, excess, error, statistics.fmean(times))


def shown(figures: Figures) -> str:
    once, cut, full = figures.at_once, figures.truncated, figures.full
    return (
        f"{figures.edition}, {figures.positions} positions: at once {_said(once)}, {once.ms:.1f} ms; "
        f"{TRUNCATED} truncated {_said(cut)}, {cut.ms:.0f} ms; "
        f"full ones log loss {full.log_loss:.3f}, {full.ms:.1f} ms each; "
        f"spread {figures.spread:.2f}, of full ones {figures.spread_of_full:.2f}"
    )


def _said(way: Way) -> str:
    excess = f"{way.excess:.3f} ± {way.excess_error:.3f} more than the truth's to be expected"
    return f"rms {way.rms:.3f} (of truth {way.rms_of_truth:.3f}), log loss {way.log_loss:.3f}, {excess}"


if __name__ == "__main__":
    main()

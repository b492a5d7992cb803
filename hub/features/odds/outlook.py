"""The outlook: each seat's chance to win, with its uncertainty, and how many turns are left.

Rollouts are played in growing batches, until they agree well enough, the time is up, or the position is out of date.
Time may affect the number of rollouts, but never their results: the first n of a seed are always the same.
"""

import math
import statistics
import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.features.odds.position import ROUNDS, Playing, Position, Prospects, is_quiet, play, way_of
from hub.simulation.statistics import DEVIATIONS, interval
from hub.simulation.workers import PORTION_S, Workers, processors

BATCH = 30
"""The number of rollouts at first; each further batch is as large as all before it together."""

JUDGED_ERROR = 0.04
"""By how much chances differ from the truth where rollouts are judged, however many there are (standard error)."""

FIRST_PORTION, PORTION_MAXIMUM = 5, 20_000
"""Rollouts that a process is given at once: before it is known how long they take, and at most."""

AT_ONCE = 8
"""In how many ways a turn that has begun is played to its end for a first answer."""


class Budget(Struct, frozen=True):
    """The limits of a question: total rollouts and seconds; it ends sooner once no interval is wider than `width`.

    For `width` an interval is that of counting alone.
    """

    rollouts: int
    seconds: float = math.inf
    width: float = 0.0


class Outlook(Struct, frozen=True):
    """By seat: the chance to win (`odds`, together 1), and the interval it lies in with 95 % certainty.

    `turns_left` is the median number of turns of the table until the end, `turns_least` and `turns_most` are those that
    most evenings lie between. `engine` is how the `rollouts` were played; a game that is over has none.
    """

    odds: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    turns_left: int
    turns_least: int
    turns_most: int
    rollouts: int
    engine: str


def never() -> bool:
    """The default for `unwanted`: always False."""
    return False


def usual_budget(seconds: float) -> Budget:
    """A budget with as much precision as people need; a smaller one for computers with one processor."""
    return Budget(1_000, seconds, width=0.06) if processors() > 1 else Budget(200, seconds / 2, width=0.12)


def usual_jobs() -> int:
    """The number of worker processes: one processor is left to the hub, unless there is only one."""
    return max(1, processors() - 1)


def at_once(position: Position, seed: str) -> Outlook:
    """What the evaluation says of a position, of the ways in which its turn may end: some milliseconds, right here.

    Processes have the lowest priority and take long to begin; on a busy computer nobody would wait for them.
    """
    count = 1 if is_quiet(position.state) else AT_ONCE
    return counted(Playing(position, rounds=0).rollouts(seed, range(count)), way_of(position.rules))


def outlook(
    workers: Workers, position: Position, seed: str, budget: Budget, unwanted: Callable[[], bool] = never
) -> Outlook:
    """Compute an outlook within the budget. Raises GivenUp as soon as it is `unwanted`, WorkersLost."""
    if position.state.turns.winner != NOBODY:
        return _decided(position)
    deadline_s, played, portion = time.monotonic() + budget.seconds, list[Prospects](), FIRST_PORTION
    while len(played) < budget.rollouts:
        started_s, batch = time.monotonic(), range(len(played), min(2 * len(played) or BATCH, budget.rollouts))
        found = played_by(workers, position, seed, batch, portion, unwanted, deadline_s)
        now_s, played = time.monotonic(), played + found
        portion = portion_of(len(found), now_s - started_s, workers.jobs)
        if now_s >= deadline_s or _widest(played) <= budget.width:
            break
    return counted(played, way_of(position.rules))


def played_by(
    workers: Workers,
    position: Position,
    seed: str,
    numbers: range,
    portion: int,
    unwanted: Callable[[], bool] = never,
    deadline_s: float = math.inf,
) -> list[Prospects]:
    """Rollouts by processes, in the order of the numbers: the same whichever plays them. Raises, ends as `call`."""
    portions = [numbers[at : at + portion] for at in range(0, len(numbers), portion)]
    calls = [(position.packed, None, ROUNDS, seed, part) for part in portions]
    return [rollout for part in workers.call(play, calls, unwanted, deadline_s) for rollout in part]


def counted(played: Sequence[Prospects], engine: str) -> Outlook:
    """The outlook that follows from these rollouts."""
    by_seat = [*zip(*[rollout.chances for rollout in played], strict=True)]
    intervals = [bounds(chances) for chances in by_seat]
    least, middle, most = _turns([rollout.turns for rollout in played])
    return Outlook(
        odds=tuple(map(statistics.fmean, by_seat)),
        low=tuple([low for low, _ in intervals]),
        high=tuple([high for _, high in intervals]),
        turns_left=round(middle),
        turns_least=round(least),
        turns_most=round(most),
        rollouts=len(played),
        engine=engine,
    )


def _turns(turns: Sequence[tuple[float, ...]]) -> tuple[float, float, float]:
    """The quantiles of all rollouts: counted where each was played to its end, else the mean of what was judged."""
    if len(turns) > 1 and all(least == most for least, _, most in turns):
        counts = [middle for _, middle, _ in turns]
        least, most = statistics.quantiles(counts, n=10)[:: 10 - 2]
        return least, statistics.median(counts), most
    least, middle, most = map(statistics.fmean, zip(*turns, strict=True))
    return least, middle, most


def bounds(chances: Sequence[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the mean of the chances that a seat had in some rollouts, at least one."""
    mean, count = statistics.fmean(chances), len(chances)
    if not is_judged(chances):
        return interval(mean * count, count)
    reach = DEVIATIONS * math.hypot(JUDGED_ERROR, statistics.pstdev(chances) / math.sqrt(count))
    return max(0.0, mean - reach), min(1.0, mean + reach)


def is_judged(chances: Sequence[float]) -> bool:
    """Whether some of these are judged, and not counted."""
    return not {*chances} <= {0.0, 1.0}


def _decided(position: Position) -> Outlook:
    turns = position.state.turns
    odds = tuple([float(seat == turns.winner) for seat in range(len(turns.out))])
    return Outlook(odds, odds, odds, 0, 0, 0, 0, "none")


def portion_of(rollouts: int, seconds: float, jobs: int) -> int:
    """How many rollouts keep one process busy for about `PORTION_S`, when `jobs` of them played `rollouts` together."""
    each = rollouts / jobs
    return max(1, min(int(each * PORTION_S / max(seconds, 1e-6)), PORTION_MAXIMUM))


def _widest(played: Sequence[Prospects]) -> float:
    """The width of the widest interval, by counting alone."""
    count, widths = len(played), []
    for chances in zip(*[rollout.chances for rollout in played], strict=True):
        low, high = interval(sum(chances), count)
        judged = 2 * DEVIATIONS * statistics.pstdev(chances) / math.sqrt(count)
        widths.append(judged if is_judged(chances) else high - low)
    return max(widths)

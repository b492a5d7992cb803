"""Computes the hindsight of a game from rollouts of its positions by workers, within a budget.

First every position gets a few rollouts, starting with those next to decisions, then always those furthest from any
measured one: if time is short, the curve has fewer points. Then all of them get more rollouts, round by round. What
stands out is measured again with a different seed, so that nothing is shown only because it has the largest of many
random errors.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence

from hub.domain.ids import Seat
from hub.features.odds.contract import HindsightView
from hub.features.odds.evaluation import Chances, is_fitted
from hub.features.odds.hindsight import weighing
from hub.features.odds.hindsight.spans import FinishedGame, Span, cut, play
from hub.features.odds.hindsight.weighing import Measured, change_of, stretches
from hub.features.odds.outlook import Budget, never
from hub.features.odds.position import packed, unpacked, way_of
from hub.rules.slots import Rules
from hub.simulation.workers import Workers, processors

FIRST = 36
"""Rollouts of each position at first: all pairs of dice once (`past`)."""

PROMISING = 16
AGAIN_TIMES = 2
"""How many changes are measured again, with how many times the rollouts of the first measurement."""

AGAIN_PART = 0.25
"""Of the time, for that."""

SLICE_S = 1.0
"""About how often progress is reported."""


def usual_budget(rules: Rules) -> Budget:
    """Many rollouts of each position, since nobody waits and priority is lowest; it ends on a small computer too."""
    most = 288 if is_fitted(rules) else 4_608
    return Budget(most, seconds=300) if processors() > 1 else Budget(most // 4, seconds=240)


def look_back(
    workers: Workers,
    past: FinishedGame,
    budget: Budget,
    unwanted: Callable[[], bool] = never,
    progress: Callable[[int], None] = lambda _percent: None,
) -> HindsightView:
    """Compute why a game ended as it did; the seed follows from the game. Raises GivenUp, WorkersLost."""
    game = packed(past)
    spans = workers.call(cut, [(game,)], unwanted)
    measuring = _Measuring(workers, game, budget, unwanted, progress)
    first = measuring.everywhere(spans, past.game)
    again = measuring.again(workers.call(candidates, [(spans, first, past.winner)], unwanted), f"{past.game}/again")
    return workers.call(as_shown, [(game, spans, first, again, measuring.rollouts)], unwanted)[0]


class _Measuring:
    """Runs the rollouts, reports progress, and keeps within the time."""

    def __init__(
        self,
        workers: Workers,
        game: bytes,
        budget: Budget,
        unwanted: Callable[[], bool],
        progress: Callable[[int], None],
    ) -> None:
        self._workers, self._game, self._budget = workers, game, budget
        self._unwanted, self._progress = unwanted, progress
        self._began_s = time.monotonic()
        self.rollouts = 0
        self._planned, self._count = 1, FIRST

    def everywhere(self, spans: Sequence[Span], seed: str) -> Measured:
        """What they led to by position, as often as there is time for; if it is short, not of all positions."""
        time_s = self._budget.seconds * (1 - AGAIN_PART)
        self._planned = len(spans) * self._budget.rollouts
        found, count = self._played(in_turn(spans), seed, range(FIRST), self._began_s + time_s), FIRST
        while found and 2 * count <= self._budget.rollouts and 2 * self._passed_s() <= time_s:
            more = self._played([*found], seed, range(count, 2 * count))
            found = {span: [*chances, *more[span]] for span, chances in found.items()}
            count *= 2
        self._planned, self._count = self.rollouts, count
        return found

    def again(self, spans: Sequence[Span], seed: str) -> Measured:
        """What these led to with a different seed."""
        return self._played(spans, seed, range(AGAIN_TIMES * self._count))

    def _played(
        self, spans: Sequence[Span], seed: str, numbers: range, deadline_s: float = math.inf
    ) -> dict[Span, Sequence[Chances]]:
        measured, size = dict[Span, Sequence[Chances]](), self._workers.jobs
        while len(measured) < len(spans) and (not measured or time.monotonic() < deadline_s):
            part, began_s = spans[len(measured) : len(measured) + size], time.monotonic()
            found = self._workers.call(play, [(self._game, span, seed, numbers) for span in part], self._unwanted)
            measured |= zip(part, found, strict=True)
            self.rollouts += len(part) * len(numbers)
            took_s = max(time.monotonic() - began_s, 1e-6)
            size = max(self._workers.jobs, min(4 * size, int(len(part) * SLICE_S / took_s)))
            self._tell()
        return measured

    def _tell(self) -> None:
        """Report progress: that of the time or of the work, whichever is further."""
        part = max(self._passed_s() / self._budget.seconds, self.rollouts / self._planned * (1 - AGAIN_PART))
        self._progress(min(99, int(100 * part)))

    def _passed_s(self) -> float:
        return time.monotonic() - self._began_s


def in_turn(spans: Sequence[Span]) -> list[Span]:
    """In order of priority: the first, those next to decisions, then successive bisections."""
    beside = [place for place, span in enumerate(spans) if not span.is_chance]
    places = [0, *(near for place in beside for near in (place, place + 1)), *halves(len(spans))]
    return list(dict.fromkeys(spans[place] for place in places if place < len(spans)))


def halves(count: int) -> Iterator[int]:
    """All numbers below `count`: first with large steps between them, then what lies between, and so on."""
    step = 1 << count.bit_length()
    while step >= 1:
        yield from range(0, count, step)
        step //= 2


def candidates(spans: Sequence[Span], first: Measured, winner: Seat) -> list[Span]:
    """The spans before which it is measured again: those of the most promising changes, and what follows them."""
    chosen = weighing.promising([*map(change_of, stretches(spans, first, winner))], PROMISING)
    places = sorted(spans.index(change.stretch.spans[0]) for change in chosen)
    return list(dict.fromkeys(span for place in places for span in spans[place : place + 2]))


def as_shown(
    game: bytes, spans: Sequence[Span], first: Measured, again: Measured, rollouts: int
) -> list[HindsightView]:
    past: FinishedGame = unpacked(game)
    describer, every = weighing.Describer(past, spans), stretches(spans, first, past.winner)
    sure = [change_of(one) for one in stretches(spans, again, past.winner) if len(one.spans) == 1]
    luckiest, best = (weighing.best_of(sure, kinds) for kinds in (weighing.THROWS, weighing.DEALS))
    return [
        HindsightView(
            game=past.game,
            entries=past.entries,
            odds=describer.odds(every),
            shares=tuple([weighing.share_of(every, seat) for seat in range(past.seats)]),
            turning=tuple(map(describer.turned, weighing.turning_points(sure))),
            luckiest=None if luckiest is None else describer.turned(luckiest),
            best=None if best is None else describer.turned(best),
            rollouts=rollouts,
            engine=way_of(past.rules) if rollouts else "none",
        )
    ]

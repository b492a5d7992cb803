"""Which finished game needs hindsight, and its findings, if its players had the outlook switched on.

It takes minutes at most, in processes of the lowest priority; nobody at the table waits for it. The findings are stored
next to the log, so that they are computed only once. After an undo they no longer apply.

First every position gets a few rollouts, starting with those next to decisions, then always those furthest from any
measured one: if time is short, the curve has fewer points. Then all of them get more rollouts, round by round. What
stands out is measured again with a different seed, so that nothing is shown only because it has the largest of many
random errors.
"""

import logging
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import msgspec

from hub.domain.history import Move, effective
from hub.domain.ids import Seat
from hub.domain.turns import GameWon
from hub.features.odds.contract import HindsightView, LookingBackView
from hub.features.odds.hindsight import weighing
from hub.features.odds.hindsight.spans import FinishedGame, Span, cut, play
from hub.features.odds.hindsight.weighing import Measured, change_of, stretches
from hub.features.odds.outlook import Budget, never
from hub.features.odds.position import Chances, is_fitted, packed, unpacked, way_of
from hub.features.odds.settings import wanted_in_game
from hub.features.odds.threads import OddsDesk
from hub.rules.slots import Rules
from hub.simulation.workers import Workers, processors
from hub.table.game.live import Moment, Played
from hub.table.interfaces.storage import Batch, StoreError, read_document
from hub.table.state import Kept, TableState, commit

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
    promising = workers.call(candidates, [(spans, first, past.winner)], unwanted)
    again = measuring.played(promising, f"{past.game}/again", range(AGAIN_TIMES * measuring.count))
    return workers.call(as_shown, [(game, spans, first, again, measuring.rollouts)], unwanted)[0]


@dataclass
class _Measuring:
    """Runs the rollouts, reports progress, and keeps within the time; `count` are those of each position."""

    workers: Workers
    game: bytes
    budget: Budget
    unwanted: Callable[[], bool]
    progress: Callable[[int], None]
    began_s: float = field(default_factory=time.monotonic)
    rollouts: int = 0
    planned: int = 1
    count: int = FIRST

    def everywhere(self, spans: Sequence[Span], seed: str) -> Measured:
        """What they led to by position, as often as there is time for; if it is short, not of all positions."""
        time_s = self.budget.seconds * (1 - AGAIN_PART)
        self.planned = len(spans) * self.budget.rollouts
        found = self.played(in_turn(spans), seed, range(FIRST), self.began_s + time_s)
        while found and 2 * self.count <= self.budget.rollouts and 2 * self._passed_s() <= time_s:
            more = self.played([*found], seed, range(self.count, 2 * self.count))
            found = {span: [*chances, *more[span]] for span, chances in found.items()}
            self.count *= 2
        self.planned = self.rollouts
        return found

    def played(
        self, spans: Sequence[Span], seed: str, numbers: range, deadline_s: float = math.inf
    ) -> dict[Span, Sequence[Chances]]:
        """What they led to before these spans, or before the first of them if time is up."""
        measured, size = dict[Span, Sequence[Chances]](), self.workers.jobs
        while len(measured) < len(spans) and (not measured or time.monotonic() < deadline_s):
            part, began_s = spans[len(measured) : len(measured) + size], time.monotonic()
            found = self.workers.call(play, [(self.game, span, seed, numbers) for span in part], self.unwanted)
            measured |= zip(part, found, strict=True)
            self.rollouts += len(part) * len(numbers)
            took_s = max(time.monotonic() - began_s, 1e-6)
            size = max(self.workers.jobs, min(4 * size, int(len(part) * SLICE_S / took_s)))
            self._tell()
        return measured

    def _tell(self) -> None:
        """Report progress: that of the time or of the work, whichever is further."""
        part = max(self._passed_s() / self.budget.seconds, self.rollouts / self.planned * (1 - AGAIN_PART))
        self.progress(min(99, int(100 * part)))

    def _passed_s(self) -> float:
        return time.monotonic() - self.began_s


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


log = logging.getLogger(__name__)

QUIET_S = 1.0
"""What follows the end at once, such as an undo, comes first."""


class HindsightDesk(OddsDesk[Moment, LookingBackView]):
    """Asks why the game that is over ended as it did. Its processes end with each answer."""

    newest = Kept[tuple[Moment, LookingBackView] | None]("hindsight", None)
    quiet_s = QUIET_S
    budget: Budget | None = None

    @staticmethod
    def question(table: TableState) -> Moment | None:
        """None unless the game at the table is over and its players had the outlook switched on."""
        live = table.live
        if live is None or table.playing is not None or not wanted_in_game(table):
            return None
        return live.moment

    @classmethod
    def known(cls, table: TableState, question: Moment) -> LookingBackView | None:
        """The findings, read once from the store."""
        progress = cls.progress(table, question)
        return progress if progress.found else None

    @classmethod
    def progress(cls, table: TableState, moment: Moment) -> LookingBackView:
        known = super().known(table, moment)
        if known is None:
            found = _stored(table, moment)
            known = LookingBackView(wanted=True, percent=100 if found else 0, found=found)
            cls.newest.put(table, (moment, known))
        return known

    def find(self, question: Moment, workers: Workers, unwanted: Callable[[], bool]) -> None:
        with self._lock:
            live = self._state.live
            if live is None or not self.is_wanted(question):
                return
            played = live.played()
        past = past_of(played, question)
        with workers:
            budget = self.budget or usual_budget(past.rules)
            found = look_back(workers, past, budget, unwanted, partial(self.note, question))
        self.answer(question, LookingBackView(wanted=True, percent=100, found=found))

    def note(self, moment: Moment, percent: int) -> None:
        """Report progress, in percent."""
        with self._lock:
            if self.is_wanted(moment):
                self.newest.put(self._state, (moment, LookingBackView(wanted=True, percent=percent)))

    def answer(self, question: Moment, found: LookingBackView) -> None:
        """Store the findings, unless they are no longer wanted; if they cannot be stored, they are kept in memory."""
        with self._lock:
            if self.is_wanted(question):
                self.newest.put(self._state, (question, found))
                commit(self._state, Batch(documents={_name(question[0]): msgspec.json.encode(found.found)}))

    def shown(self) -> LookingBackView:
        """The progress or the findings, for the page with the story of the game."""
        with self._lock:
            moment = self.question(self._state)
            return LookingBackView(wanted=False) if moment is None else self.progress(self._state, moment)


def _stored(state: TableState, moment: Moment) -> HindsightView | None:
    game, entries = moment
    try:
        found = read_document(state.store.document, _name(game), HindsightView)
    except StoreError as damaged:
        log.warning("hindsight cannot be read: %s", damaged)
        return None
    return found if found is not None and found.entries == entries else None


def _name(game: str) -> str:
    return f"hindsight:{game}"


def past_of(played: Played, moment: Moment) -> FinishedGame:
    """A finished game as the input of hindsight."""
    in_force = [played.entries[index].entry for index in effective(stored.entry for stored in played.entries).moves]
    moves = [entry for entry in in_force if isinstance(entry, Move)]
    winner = next(fact.seat for move in reversed(moves) for fact in reversed(move.facts) if isinstance(fact, GameWon))
    game, entries = moment
    return FinishedGame(game, entries, played.rules, moves, len(played.record.names), winner)

"""Finds the best of some answers by sequential halving, over rollouts with common random numbers.

All answers get a few rollouts, then the better half of them together as many again, and so on, so that most rollouts
are spent on answers that are hard to tell apart. Rollout number n has the same dice and cards after each answer, so
that answers are compared, not luck.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat
from hub.foresight.engines.after import engine_after
from hub.foresight.engines.interfaces import Engine
from hub.foresight.outlook import Budget, interval, never
from hub.foresight.position import Position, unpacked
from hub.foresight.workers import PORTION_S, Workers

PORTIONS = (4, 8, 16, 32, 64, 128, 256)
"""How many rollouts of each answer are requested at once, at first and later."""

CLEAR = 2.0
"""Standard errors by which one answer must be better than another to be called so."""


class Arena(Protocol):
    """Plays rollouts after answers."""

    def play(self, answers: Sequence[int], numbers: range, deadline_s: float) -> list[bytes]:
        """The winners (one byte each) of the rollouts with these numbers, for each of these answers.

        Once `time.monotonic` has passed `deadline_s`, fewer rollouts may be returned, equally many for all answers.
        """


class Compared(Struct, frozen=True):
    """One answer with the winner of each of its rollouts, by number. Answers that were dropped early have fewer."""

    command: SeatCommand
    winners: bytes

    def odds(self, seat: Seat) -> float:
        """The estimated chance of a seat to win after this answer; 0 without rollouts."""
        return self.winners.count(seat) / len(self.winners) if self.winners else 0.0

    def bounds(self, seat: Seat) -> tuple[float, float]:
        """The 95 % confidence interval of that chance."""
        return interval(self.winners.count(seat), len(self.winners)) if self.winners else (0.0, 1.0)

    def lead(self, other: Compared, seat: Seat) -> tuple[float, float]:
        """The advantage over another answer for a seat, and its standard error, from rollouts that both have."""
        count = min(len(self.winners), len(other.winners))
        if count < 2:
            return 0.0, math.inf
        pairs = zip(self.winners[:count], other.winners[:count], strict=True)
        differences = [(mine == seat) - (theirs == seat) for mine, theirs in pairs]
        # adds one pseudo-rollout of either kind, since a few equal results do not make a certainty
        error = math.sqrt((statistics.pvariance(differences) * count + 2) / count) / math.sqrt(count)
        return statistics.fmean(differences), error

    def is_better(self, other: Compared, seat: Seat, clear: float = CLEAR) -> bool:
        """Whether that advantage is statistically significant."""
        lead, error = self.lead(other, seat)
        return lead > clear * error


def compare(arena: Arena, answers: Sequence[SeatCommand], seat: Seat, budget: Budget) -> list[Compared]:
    """All answers, the best for `seat` first. The first of `answers` is played to the end, however it stands.

    `budget.rollouts` are those of all answers together. Where time is up sooner, what was played until then counts;
    each answer has some rollouts. Raises what the arena does.
    """
    rounds = max(1, math.ceil(math.log2(len(answers))))
    began_s = time.monotonic()
    winners, left = [b""] * len(answers), list(range(len(answers)))
    for number in range(rounds):
        deadline_s = began_s + budget.seconds * (number + 1) / rounds
        each = max(PORTIONS[0], budget.rollouts // (rounds * len(left)))
        _play_round(arena, left, winners, each, deadline_s)
        shares = {answer: winners[answer].count(seat) / len(winners[answer]) for answer in left}
        best = sorted(left, key=lambda answer: -shares[answer])[: -(-len(answers) // 2 ** (number + 1))]
        left = [0, *(answer for answer in best if answer)]
    found = [Compared(command, winners[answer]) for answer, command in enumerate(answers)]
    # who stayed to the end comes before those that were dropped, since their share is known better
    return sorted(found, key=lambda one: (-len(one.winners), -one.odds(seat)))


def _play_round(arena: Arena, left: Sequence[int], winners: list[bytes], each: int, deadline_s: float) -> None:
    """This many more rollouts of each remaining answer, or as many as there is time for."""
    at = len(winners[left[0]])
    end, portion = at + each, 0
    while at < end and (at == 0 or time.monotonic() < deadline_s):
        size = min(PORTIONS[min(portion, len(PORTIONS) - 1)], end - at)
        played = arena.play(left, range(at, at + size), deadline_s)
        for answer, won in zip(left, played, strict=True):
            winners[answer] += won
        at, portion = at + size, portion + 1
        if len(winners[left[0]]) < at:
            return


class Here:
    """Plays in this process: for whole games of bots, never in a hub."""

    def __init__(self, position: Position, answers: Sequence[SeatCommand], seed: str) -> None:
        self._engines = [engine_after(position, answer) for answer in answers]
        self._seed = seed

    def play(self, answers: Sequence[int], numbers: range, _deadline_s: float) -> list[bytes]:
        """All of them, however long it takes."""
        return [_won(self._engines[answer], self._seed, numbers) for answer in answers]


class Elsewhere:
    """Has workers play. Raises GivenUp as soon as the answer is `unwanted`, WorkersLost."""

    def __init__(
        self,
        workers: Workers,
        position: Position,
        answers: Sequence[SeatCommand],
        seed: str,
        unwanted: Callable[[], bool] = never,
    ) -> None:
        self._workers, self._packed, self._answers = workers, position.packed, answers
        self._seed, self._unwanted = seed, unwanted
        self._size = 1

    def play(self, answers: Sequence[int], numbers: range, deadline_s: float) -> list[bytes]:
        """In small portions of all answers, so that what is there when time is up is there of all of them."""
        began_s, played = time.monotonic(), [b""] * len(answers)
        parts = [numbers[at : at + self._size] for at in range(0, len(numbers), self._size)]
        calls = [(self._packed, self._answers[answer], self._seed, part) for part in parts for answer in answers]
        found = self._workers.call(won_after, calls, self._unwanted, deadline_s)
        for at in range(0, len(found) // len(answers) * len(answers), len(answers)):
            played = [before + won for before, won in zip(played, found[at : at + len(answers)], strict=True)]
        if not played[0]:
            return self.play(answers, numbers[:1], math.inf)
        took_s = max(time.monotonic() - began_s, 1e-6)
        busy = len(found) * self._size * PORTION_S / (took_s * self._workers.jobs)
        self._size = max(1, min(int(busy), PORTIONS[-1]))
        return played


def won_after(packed: bytes, command: SeatCommand, seed: str, numbers: range) -> list[bytes]:
    """In a process: who won these rollouts after an answer."""
    return [_won(_engine_after(packed, command), seed, numbers)]


@lru_cache(maxsize=32)
def _engine_after(packed: bytes, command: SeatCommand) -> Engine:
    return engine_after(unpacked(packed), command)


def _won(engine: Engine, seed: str, numbers: range) -> bytes:
    return bytes([rollout.winner for rollout in engine.rollouts(seed, numbers)])

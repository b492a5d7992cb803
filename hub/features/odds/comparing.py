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
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat
from hub.features.odds.outlook import Budget, bounds, never, portion_of
from hub.features.odds.position import Chances, Position, play
from hub.simulation.workers import Workers

R = TypeVar("R")

PORTIONS = (4, 8, 16, 32, 64, 128, 256)
"""How many rollouts of each answer are requested at once, at first and later."""

ROUNDS = 1
"""After so many rounds a rollout is judged: what an answer is worth shows sooner than how a game stands."""

CLEAR = 2.0
"""Standard errors by which one answer must be better than another to be called so."""


class Compared(Struct, frozen=True):
    """One answer with what each of its rollouts led to, by number. Answers that were dropped early have fewer."""

    command: SeatCommand
    rollouts: Sequence[Chances]

    def odds(self, seat: Seat) -> float:
        """The estimated chance of a seat to win after this answer; 0 without rollouts."""
        return _mean(self.rollouts, seat)

    def bounds(self, seat: Seat) -> tuple[float, float]:
        """The 95 % confidence interval of that chance."""
        return bounds([chances[seat] for chances in self.rollouts]) if self.rollouts else (0.0, 1.0)

    def lead(self, other: Compared, seat: Seat) -> tuple[float, float]:
        """The advantage over another answer for a seat, and its standard error, from rollouts that both have."""
        count = min(len(self.rollouts), len(other.rollouts))
        if count < 2:
            return 0.0, math.inf
        pairs = zip(self.rollouts[:count], other.rollouts[:count], strict=True)
        differences = [mine[seat] - theirs[seat] for mine, theirs in pairs]
        # adds two pseudo-rollouts as far apart as any, since a few equal results do not make a certainty
        spread = statistics.pvariance(differences) * count + 2 * max(map(abs, differences)) ** 2
        return statistics.fmean(differences), math.sqrt(spread) / count

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
    played, left = [list[Chances]() for _ in answers], list(range(len(answers)))
    for number in range(rounds):
        deadline_s = began_s + budget.seconds * (number + 1) / rounds
        each = max(PORTIONS[0], budget.rollouts // (rounds * len(left)))
        _play_round(arena, left, played, each, deadline_s)
        best = sorted(left, key=lambda answer: -_mean(played[answer], seat))[: -(-len(answers) // 2 ** (number + 1))]
        left = [0, *(answer for answer in best if answer)]
    found = [Compared(command, played[answer]) for answer, command in enumerate(answers)]
    # who stayed to the end comes before those that were dropped, since their chance is known better
    return sorted(found, key=lambda one: (-len(one.rollouts), -one.odds(seat)))


def _mean(rollouts: Sequence[Chances], seat: Seat) -> float:
    return statistics.fmean([chances[seat] for chances in rollouts]) if rollouts else 0.0


def _play_round(arena: Arena, left: Sequence[int], played: list[list[Chances]], each: int, deadline_s: float) -> None:
    """This many more rollouts of each remaining answer, or as many as there is time for."""
    at = len(played[left[0]])
    end, portion = at + each, 0
    while at < end and (at == 0 or time.monotonic() < deadline_s):
        size = min(PORTIONS[min(portion, len(PORTIONS) - 1)], end - at)
        found = arena.play(left, range(at, at + size), deadline_s)
        for answer, chances in zip(left, found, strict=True):
            played[answer] += chances
        at, portion = at + size, portion + 1
        if len(played[left[0]]) < at:
            return


@dataclass
class Arena:
    """Has workers play rollouts after answers. Raises GivenUp as soon as they are `unwanted`, WorkersLost."""

    workers: Workers
    position: Position
    answers: Sequence[SeatCommand]
    seed: str
    unwanted: Callable[[], bool] = never
    size: int = field(default=1, init=False)

    def play(self, answers: Sequence[int], numbers: range, deadline_s: float) -> list[list[Chances]]:
        """What the rollouts with these numbers led to, for each of these answers.

        Once `time.monotonic` has passed `deadline_s`, fewer rollouts may be returned, equally many for all answers:
        they are played in small portions of all answers.
        """
        began_s = time.monotonic()
        parts = [numbers[at : at + self.size] for at in range(0, len(numbers), self.size)]
        calls = [
            (self.position.packed, self.answers[answer], ROUNDS, self.seed, part)
            for part in parts
            for answer in answers
        ]
        found = self.workers.call(play, calls, self.unwanted, deadline_s)
        whole = len(found) // len(answers)
        if not whole:
            return self.play(answers, numbers[:1], math.inf)
        took_s = time.monotonic() - began_s
        self.size = min(portion_of(len(found) * self.size, took_s, self.workers.jobs), PORTIONS[-1])
        return [
            [rollout.chances for part in range(whole) for rollout in found[part * len(answers) + place]]
            for place in range(len(answers))
        ]


class InThisProcess(Workers):
    """Plays in this process, however long it takes: for whole games of bots, never in a hub."""

    def call(
        self,
        function: Callable[..., list[R]],
        arguments: Sequence[tuple[object, ...]],
        _unwanted: Callable[[], bool] = never,
        _deadline_s: float = math.inf,
    ) -> list[R]:
        return [result for given in arguments for result in function(*given)]

"""Dice and shuffles for the rules, passed in from outside, so that a seeded game is the same in every process."""

import random
from collections.abc import Iterable


class Dice:
    """Implements `hub.rules.slots.Chance`. Without a seed it uses the system's entropy, so throws are unpredictable."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)
        self._part = self._random.random

    def faces(self, count: int) -> tuple[int, ...]:
        part = self._part
        if count == 2:  # as nearly always
            return int(part() * 6) + 1, int(part() * 6) + 1
        return tuple([int(part() * 6) + 1 for _ in range(count)])

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        order = list(cards)
        self._random.shuffle(order)
        return tuple(order)

    def pick(self, count: int) -> int:
        return self._random.randrange(count)

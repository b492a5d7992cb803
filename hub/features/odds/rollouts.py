"""Processes that play rollouts, in portions. The result of one does not depend on which process plays it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from hub.features.odds.playing import ROUNDS, Playing, Rollout
from hub.features.odds.position import Position, unpacked
from hub.simulation.workers import Workers


class RolloutWorkers(Workers):
    """Workers that play positions on."""

    def rollouts(
        self,
        position: Position,
        seed: str,
        numbers: range,
        portion: int,
        unwanted: Callable[[], bool],
        deadline_s: float = math.inf,
        rounds: int | None = ROUNDS,
    ) -> list[Rollout]:
        """Play on (`Playing`), once for each number, in the order of the numbers. Raises and ends as `call`."""
        portions = [numbers[at : at + portion] for at in range(0, len(numbers), portion)]
        return self.call(_play, [(position.packed, rounds, seed, part) for part in portions], unwanted, deadline_s)


@lru_cache(maxsize=2)
def _playing(packed: bytes, rounds: int | None) -> Playing:
    """In a worker process; cached, since all portions of a batch are of one position."""
    return Playing(unpacked(packed), rounds=rounds)


def _play(packed: bytes, rounds: int | None, seed: str, numbers: range) -> list[Rollout]:
    return _playing(packed, rounds).rollouts(seed, numbers)

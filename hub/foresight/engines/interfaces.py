"""What an engine of foresight is: whatever plays a position to its end, many times."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from hub.domain.ids import Seat

TURNS_MAXIMUM = 500
"""A rollout that is not over after so many turns is won by the seat with the most assets (FORESIGHT.md)."""


class Rollout(Struct, frozen=True, gc=False, array_like=True):
    """Who won one play-out of a position, and how many turns of the table it took."""

    winner: Seat
    turns: int


class Engine(Protocol):
    """Plays one position. The same seed and number give the same rollout, wherever it is played."""

    @property
    def name(self) -> str:
        """How the engine is called where results are shown."""

    def rollouts(self, seed: str, numbers: range) -> list[Rollout]:
        """Play on, once for each of these numbers in a row; chance is named by seed and number."""

"""Scatter: a number between 0 and 1 that differs from seat to seat and from question to question.

Players who value a deed alike would otherwise bid alike forever. It needs no generator: the game's seed, the turn,
the seat and the question are hashed, so that the same game is the same everywhere.
"""

from __future__ import annotations

import zlib

MIX = (2_654_435_761, 40_503, 1_000_003)
RANGE = 1 << 32


class Scatter:
    """`seed` is the luck of this bot in this game."""

    def __init__(self, seed: str) -> None:
        self._key = zlib.crc32(seed.encode())

    def part(self, turn: int, seat: int, question: int) -> float:
        """At least 0, less than 1."""
        mixed = self._key ^ (turn * MIX[0]) ^ ((seat + 1) * MIX[1] * MIX[2]) ^ (question * MIX[2])
        mixed = (mixed ^ (mixed >> 15)) * MIX[0] % RANGE
        mixed = (mixed ^ (mixed >> 13)) * MIX[2] % RANGE
        return (mixed ^ (mixed >> 16)) % RANGE / RANGE

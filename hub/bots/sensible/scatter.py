"""Scatter: pseudo-random numbers from 0 to 1 that differ by seat and question.

Otherwise players who value a deed alike would always make equal bids. Instead of a generator with a state, it hashes
the game's seed, the turn, the seat and the question, so that the same game is the same everywhere.
"""

import zlib

MIX = (2_654_435_761, 40_503, 1_000_003)
RANGE = 1 << 32


class Scatter:
    """The scatter of one bot in one game, with its `seed`."""

    def __init__(self, seed: str) -> None:
        self._key = zlib.crc32(seed.encode())

    def part(self, turn: int, seat: int, question: int) -> float:
        """A number in [0, 1) for this turn, seat and question."""
        mixed = self._key ^ (turn * MIX[0]) ^ ((seat + 1) * MIX[1] * MIX[2]) ^ (question * MIX[2])
        mixed = (mixed ^ (mixed >> 15)) * MIX[0] % RANGE
        mixed = (mixed ^ (mixed >> 13)) * MIX[2] % RANGE
        return (mixed ^ (mixed >> 16)) % RANGE / RANGE

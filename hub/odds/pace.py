"""The pace of a table, for converting turns to minutes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

USUAL_S = 40.0
"""A turn where nothing was measured: throwing, moving, reading, thinking. A guess, and shown as one (ODDS.md)."""

PAUSE_S = 180.0
"""A longer pause is not playing time: supper, bedtime, another evening."""

TURNS_ASSUMED = 8
"""How many turns of the usual length are added in: the first few turns say little about the rest of an evening."""


def played_s(moments_ms: Sequence[int]) -> float:
    """The seconds between moves, without pauses."""
    gaps_s = [(later - earlier) / 1_000 for earlier, later in pairwise(moments_ms)]
    return sum([gap for gap in gaps_s if 0 <= gap <= PAUSE_S])


def turn_of(seconds: float, turns: int) -> float:
    """Seconds per turn, given how long some turns took; with few turns mostly the usual pace."""
    return (seconds + USUAL_S * TURNS_ASSUMED) / (turns + TURNS_ASSUMED)


def seconds_per_turn(moments_ms: Sequence[int], turns: int) -> float:
    """Seconds per turn of a game with moves at these times, in this many turns of the table."""
    return turn_of(played_s(moments_ms), turns)


def minutes(turns: int, turn_s: float) -> int:
    """The duration of some turns in whole minutes."""
    return round(turns * turn_s / 60)

"""The end that is agreed on, as browsers see it."""

from __future__ import annotations

from msgspec import Struct


class BedtimeView(Struct, frozen=True):
    """When the game ends: after `rounds` rounds, the present one included, or (0) after that in `left_s` seconds."""

    rounds: int
    left_s: int


CROSSING = (BedtimeView,)
"""What crosses to pages as such."""

"""Repairs, also of skyscrapers and malls (classic-11)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import BUILT, HAND, KIND, STAGE, STATION, Vector
from hub.foresight.engines.derived.play.cards import draw  # noqa: F401 everything else is the same
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.skyline.layout import FEE_BITS
from hub.foresight.engines.derived.skyline.play.building import HOTEL_STAGE


def repairs(s: Vector, t: Vector, seat: int, low: int, high: int) -> int:
    """Pay for each building of a seat; each figure holds two fees: house and hotel, then skyscraper and mall."""
    due = 0
    built = s[HAND + seat] & s[BUILT]
    while built:
        deed = lowest_bit(built)
        built &= built - 1
        stage = s[STAGE + deed]
        if t[KIND + deed] == STATION:
            due += high >> FEE_BITS
        elif stage < HOTEL_STAGE:
            due += stage * (low & (1 << FEE_BITS) - 1)
        else:
            due += low >> FEE_BITS if stage == HOTEL_STAGE else high & (1 << FEE_BITS) - 1
    return due

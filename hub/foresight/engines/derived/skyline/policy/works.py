"""Building and redeeming, malls and skyscrapers too, as `hub.bots.sensible.works` does."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import Vector
from hub.foresight.engines.derived.play.shortage import build
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.policy.works import improve  # noqa: F401 all else is as there
from hub.foresight.engines.derived.skyline.layout import STOCK
from hub.foresight.engines.derived.skyline.play.building import building_on, sites


def build_lowest(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """One stage more on the first of the lowest deeds of a group, or a mall on the first station."""
    found = sites(s, t, seat, group)
    if not found or s[STOCK + building_on(s, t, lowest_bit(found))] == 0:
        return False
    build(s, t, lowest_bit(found))
    return True

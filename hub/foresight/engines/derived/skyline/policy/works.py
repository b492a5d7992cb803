"""Building, also of malls and skyscrapers, and redeeming, as `hub.bots.sensible.works` does."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import GROUP_SET, GROUPS, WHOLE, Vector
from hub.foresight.engines.derived.play.shortage import build
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.policy.works import improve  # noqa: F401 everything else is the same
from hub.foresight.engines.derived.skyline.layout import STOCK
from hub.foresight.engines.derived.skyline.play.building import building_on, sites


def build_lowest(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """One more stage on the first of the lowest deeds of a group, or a mall on the first station."""
    found = sites(s, t, seat, group)
    if not found or s[STOCK + building_on(s, t, lowest_bit(found))] == 0:
        return False
    build(s, t, lowest_bit(found))
    return True


def has_whole(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """Whether a seat has all of a group, or enough of several deeds to build there."""
    return s[WHOLE + seat] >> t[GROUPS] - 1 - group & 1 != 0


def whole_deeds(s: Vector, t: Vector, seat: int) -> int:
    """The deeds of those groups, whoever has them."""
    found = 0
    left = s[WHOLE + seat]
    while left:
        found |= t[GROUP_SET + t[GROUPS] - 1 - lowest_bit(left)]
        left &= left - 1
    return found

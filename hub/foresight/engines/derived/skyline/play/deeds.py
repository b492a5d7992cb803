"""Who owns what, and what that changes (mega-11, -13, -15, -25) [D9, D10, D30]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    COUNT,
    GROUP,
    GROUPS,
    HAND,
    HANDS,
    KIND,
    OFFERS,
    OWNER,
    SEATS_MAXIMUM,
    STATION,
    UNSOLD,
    WEIGHT,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import has_built, lapse_with_deed
from hub.foresight.engines.derived.skyline.layout import ENOUGH
from hub.foresight.engines.derived.skyline.play.duties import complete, look_ahead_again, look_at_duties_again


def give(s: Vector, t: Vector, deed: int, target: int) -> None:
    """The deed goes to a seat, or (-1) to the bank; the counts are updated, and what depends on them."""
    source = s[OWNER + deed]
    if source >= 0:
        s[HAND + source] ^= 1 << deed
        count_again(s, t, source, t[GROUP + deed], -1)
    else:
        s[UNSOLD] -= 1
    if target >= 0:
        s[HAND + target] |= 1 << deed
        count_again(s, t, target, t[GROUP + deed], 1)
    else:
        s[UNSOLD] += 1
    s[OWNER + deed] = target
    s[HANDS] += (target - source) * t[WEIGHT + deed]
    if s[OFFERS]:
        lapse_with_deed(s, deed)
    look_ahead_again(s)
    look_at_duties_again(s, t)
    complete(s, t, deed)


def count_again(s: Vector, t: Vector, seat: int, group: int, more: int) -> None:
    """A seat has so many more deeds of a group: update whether they suffice to build there."""
    at = COUNT + group * SEATS_MAXIMUM + seat
    s[at] += more
    bit = 1 << t[GROUPS] - 1 - group
    if s[at] >= t[ENOUGH + group]:
        s[WHOLE + seat] |= bit
    else:
        s[WHOLE + seat] &= ~bit


def stands_in_the_way(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether buildings prevent mortgage and sale of a seat's deed: any in its group, or on a station its own."""
    if t[KIND + deed] == STATION:
        return s[BUILT] >> deed & 1 == 1
    return has_built(s, t, seat, t[GROUP + deed])

"""Apartments: where they fit, here and from afar, and their sale (euro-09 to -12, -16, -17) [E10 to E13, E25]."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import (
    BESIDE,
    BOUGHT,
    BUILD,
    BUILD_GROUP,
    CAP,
    COMMISSION,
    HIGHEST_STAGE,
    MISSING_DEEDS,
    OWED,
    VISITED,
)
from hub.foresight.engines.derived.claims.play.credit import charge, collect, fall_if_overindebted, refund_of
from hub.foresight.engines.derived.claims.play.deeds import first_visitor
from hub.foresight.engines.derived.claims.play.moments import may_deal
from hub.foresight.engines.derived.layout import (
    CASH,
    COUNT,
    GROUP,
    GROUP_SET,
    GROUP_SIZE,
    HAND,
    HOUSE_PRICE,
    OWNER,
    SEATS_MAXIMUM,
    SPACE,
    STAGE,
    TASK,
    TOP,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit, pop


def lowest_stage(s: Vector, deeds: int) -> int:
    """The lowest stage of some deeds; there is one."""
    lowest = s[STAGE + lowest_bit(deeds)]
    while deeds:
        lowest = min(lowest, s[STAGE + lowest_bit(deeds)])
        deeds &= deeds - 1
    return lowest


def highest_stage(s: Vector, deeds: int) -> int:
    """The highest stage of some deeds; 0 if there are none."""
    highest = 0
    while deeds:
        highest = max(highest, s[STAGE + lowest_bit(deeds)])
        deeds &= deeds - 1
    return highest


def may_rise(s: Vector, t: Vector, seat: int, deed: int, commission: int) -> bool:
    """Whether one more apartment fits on a seat's own plot, and the seat can pay for it and for the visitor."""
    if s[OWED + seat] or s[CASH + seat] < t[HOUSE_PRICE + deed] + commission:
        return False
    group = t[GROUP + deed]
    count = s[COUNT + group * SEATS_MAXIMUM + seat]
    stage = s[STAGE + deed]
    if t[GROUP_SIZE + group] - count > t[MISSING_DEEDS] or stage == t[HIGHEST_STAGE] or stage == t[CAP + count]:
        return False
    return t[BESIDE + stage + 1] <= lowest_stage(s, s[HAND + seat] & t[GROUP_SET + group])


def can_build(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """Whether there is any place for an apartment that the seat can pay for."""
    own = s[HAND + seat] & t[GROUP_SET + group]
    while own:
        deed = lowest_bit(own)
        own &= own - 1
        if t[HOUSE_PRICE + deed] and may_rise(s, t, seat, deed, 0):
            return True
    return False


def commission_in(s: Vector, t: Vector, group: int, visitor: int) -> int:
    """What a visitor who stands on a plot of a group is still to be paid in this turn."""
    return 0 if s[VISITED] & t[GROUP_SET + group] else t[COMMISSION + s[SPACE + visitor]]


def may_build_afar(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether a seat may build on its own plot because somebody visits the group."""
    deeds = t[GROUP_SET + t[GROUP + deed]]
    if not may_deal(s, seat) or s[BOUGHT] & deeds:
        return False
    visitor = first_visitor(s, seat, s[HAND + seat] & deeds)
    return visitor >= 0 and may_rise(s, t, seat, deed, commission_in(s, t, t[GROUP + deed], visitor))


def build(s: Vector, t: Vector, seat: int, deed: int) -> None:
    """Build one apartment; the question is closed when no place is left. A visitor is paid once a turn."""
    f = s[TOP]
    group = t[GROUP + deed]
    s[STAGE + deed] += 1
    charge(s, t, seat, -1, t[HOUSE_PRICE + deed])
    if s[f + TASK] == BUILD and s[f + WHO] == seat and s[f + BUILD_GROUP] == group:
        if not can_build(s, t, seat, group):
            pop(s)
        return
    visitor = first_visitor(s, seat, s[HAND + seat] & t[GROUP_SET + group])
    commission = commission_in(s, t, group, visitor)
    if commission:
        s[VISITED] |= 1 << s[SPACE + visitor]
        charge(s, t, seat, visitor, commission)


def sell_building(s: Vector, t: Vector, deed: int) -> None:
    """One apartment goes back to the bank; its money is paid first."""
    seat = s[OWNER + deed]
    collect(s, seat, refund_of(t, deed))
    s[STAGE + deed] -= 1
    fall_if_overindebted(s, t, seat)

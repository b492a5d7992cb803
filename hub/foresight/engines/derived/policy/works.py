"""Building and redeeming, as `hub.bots.sensible.works` does."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILDING,
    BUILDING_COST,
    BUILT,
    CASH,
    CHEAPEST_HOUSE,
    COUNT,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUP_SIZE,
    GROUPS,
    HAND,
    HOUSE_PRICE,
    LENT,
    PLACING_PAID,
    RESERVE,
    SEATS_MAXIMUM,
    SPARE_TO_REDEEM,
    STAGE,
    STOCK,
    TOP,
    TOP_STAGE,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.building import building_above, building_on, may_rise
from hub.foresight.engines.derived.play.debts import redeem
from hub.foresight.engines.derived.play.shortage import build, demand, place, want
from hub.foresight.engines.derived.play.stack import lowest_bit, owes, pop


def improve(s: Vector, t: Vector, seat: int) -> bool:
    """Build evenly in complete groups, the last group first, then redeem; returns whether there was anything to do."""
    spare = s[CASH + seat] - t[RESERVE]
    if spare <= 0:
        return False
    left = s[WHOLE + seat] if spare >= t[CHEAPEST_HOUSE] else 0
    while left:
        place = lowest_bit(left)
        left &= left - 1
        if t[BUILDING_COST + place] <= spare and build_lowest(s, t, seat, t[GROUPS] - 1 - place):
            return True
    lent = s[LENT] & s[HAND + seat]
    return lent != 0 and redeem_one(s, t, seat, lent, spare)


def build_lowest(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """One more stage on the first of the lowest deeds of a seat's complete group, unless one of them is mortgaged."""
    deeds = t[GROUP_SET + group]
    if s[LENT] & deeds:
        return False
    bare = deeds & ~s[BUILT]
    if bare:
        at = lowest_bit(bare)
    else:
        at = lowest_bit(deeds)
        deeds &= deeds - 1
        while deeds:
            deed = lowest_bit(deeds)
            deeds &= deeds - 1
            if s[STAGE + deed] < s[STAGE + at]:
                at = deed
    if s[STAGE + at] == TOP_STAGE or s[STOCK + building_above(s[STAGE + at])] == 0:
        return False
    build(s, t, at)
    return True


def redeem_one(s: Vector, t: Vector, seat: int, lent: int, spare: int) -> bool:
    """Redeem one of these mortgages: in a complete group, or any when rich."""
    rich = spare >= 2 * t[RESERVE]
    while lent:
        deed = lowest_bit(lent)
        lent &= lent - 1
        if t[SPARE_TO_REDEEM + deed] <= spare and (rich or has_whole(s, t, seat, t[GROUP + deed])):
            redeem(s, t, deed)
            return True
    return False


def has_whole(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """Whether a seat has all deeds of a group."""
    return s[COUNT + group * SEATS_MAXIMUM + seat] == t[GROUP_SIZE + group]


def say_wish(s: Vector, t: Vector, seat: int) -> None:
    """As many scarce buildings as the money above the reserve buys."""
    amount = demand(s, t, seat, s[s[TOP] + BUILDING])
    cheapest = 0
    left = s[WHOLE + seat]
    while left:
        price = t[HOUSE_PRICE + t[GROUP_DEEDS + (t[GROUPS] - 1 - lowest_bit(left)) * GROUP_MAXIMUM]]
        left &= left - 1
        if price > 0 and (cheapest == 0 or price < cheapest):
            cheapest = price
    spare = s[CASH + seat] - t[RESERVE]
    affordable = spare // cheapest if spare > 0 and cheapest else 0
    want(s, min(affordable, amount))


def place_or_finish(s: Vector, t: Vector, seat: int) -> None:
    """Build on the last street where it fits, or not at all if it is not paid yet and the reserve would suffer."""
    f = s[TOP]
    building = s[f + BUILDING]
    paid = s[f + PLACING_PAID]
    most = s[CASH + seat] - t[RESERVE]
    if most > s[CASH + seat] or owes(s, seat):
        most = 0
    for i in range(t[GROUPS] * GROUP_MAXIMUM):
        group = t[GROUPS] - 1 - i // GROUP_MAXIMUM
        k = GROUP_MAXIMUM - 1 - i % GROUP_MAXIMUM
        deed = t[GROUP_DEEDS + group * GROUP_MAXIMUM + k]
        if k >= t[GROUP_SIZE + group] or not t[HOUSE_PRICE + deed] or not may_rise(s, t, seat, deed):
            continue
        fits = building_on(s, t, deed) == building and s[STOCK + building] > 0
        if fits and (paid or t[HOUSE_PRICE + deed] <= most):
            place(s, t, deed)
            return
    pop(s)

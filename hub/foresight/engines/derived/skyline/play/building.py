"""Skyscrapers and malls: where they fit, what they cost, and the stock (mega-11 to -13, -23, -24) [D8, D10]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUPS,
    HAND,
    HOTEL,
    HOUSE,
    HOUSE_PRICE,
    KIND,
    LENT,
    OFFERS,
    OWNER,
    STAGE,
    STATION,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.building import refund_of
from hub.foresight.engines.derived.play.deeds import lapse_with_deed, lapse_with_group
from hub.foresight.engines.derived.play.money import move_money
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.skyline.layout import MALL, PAID, SKYSCRAPER, STOCK, TOP_STAGE
from hub.foresight.engines.derived.skyline.play.duties import look_at_duties_again

HOTEL_STAGE = 5


def sites(s: Vector, t: Vector, seat: int, group: int) -> int:
    """Where a seat may build one more stage in a group, all of the same kind; money and stock are not considered."""
    if not s[WHOLE + seat] >> t[GROUPS] - 1 - group & 1:
        return 0
    first = t[GROUP_DEEDS + group * GROUP_MAXIMUM]
    own = s[HAND + seat] & t[GROUP_SET + group]
    if t[KIND + first] == STATION:
        return own & ~s[LENT] & ~s[BUILT]
    if not t[HOUSE_PRICE + first] or own & s[LENT]:
        return 0
    lowest = TOP_STAGE
    found = 0
    left = own
    while left:
        deed = lowest_bit(left)
        left &= left - 1
        if s[STAGE + deed] < lowest:
            lowest = s[STAGE + deed]
            found = 0
        found |= (1 << deed) if s[STAGE + deed] == lowest else 0
    if lowest == TOP_STAGE or (lowest == HOTEL_STAGE and own != t[GROUP_SET + group]):
        return 0
    return found


def building_on(s: Vector, t: Vector, deed: int) -> int:
    """The kind of building that leads to the next stage of a deed; -1 if it is full."""
    stage = s[STAGE + deed]
    if t[KIND + deed] == STATION:
        return -1 if stage else MALL
    if stage < HOTEL_STAGE:
        return HOTEL if stage == HOTEL_STAGE - 1 else HOUSE
    return SKYSCRAPER if stage == HOTEL_STAGE else -1


def may_rise(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether its owner may build on a deed now; money and stock are not considered."""
    return s[OWNER + deed] == seat and sites(s, t, seat, t[GROUP + deed]) >> deed & 1 == 1


def take_from_stock(s: Vector, t: Vector, deed: int, stage: int, sign: int) -> None:
    """The buildings of a stage leave the bank's stock, or (-1) return to it [K9]."""
    if not stage:
        return
    if t[KIND + deed] == STATION:
        s[STOCK + MALL] -= sign
    elif stage < HOTEL_STAGE:
        s[STOCK + HOUSE] -= sign * stage
    elif stage == HOTEL_STAGE:
        s[STOCK + HOTEL] -= sign
    else:
        s[STOCK + SKYSCRAPER] -= sign


def raise_stage(s: Vector, t: Vector, deed: int, paid: int) -> None:
    """Build one more stage from the stock; what stood there before returns to it."""
    stage = s[STAGE + deed]
    take_from_stock(s, t, deed, stage, -1)
    take_from_stock(s, t, deed, stage + 1, 1)
    s[PAID + deed * TOP_STAGE + stage] = paid
    s[STAGE + deed] = stage + 1
    s[BUILT] |= 1 << deed
    if s[OFFERS]:
        if t[KIND + deed] == STATION:
            lapse_with_deed(s, deed)
        else:
            lapse_with_group(s, t, t[GROUP + deed])
    look_at_duties_again(s, t)


def take_down(s: Vector, t: Vector, deed: int, stage: int) -> None:
    """Go back to a lower stage for part of what each building cost [K13, K15]."""
    before = s[STAGE + deed]
    if before == stage:
        return
    refund = refund_of(s, t, deed, stage)
    for i in range(stage, before):
        s[PAID + deed * TOP_STAGE + i] = 0
    take_from_stock(s, t, deed, before, -1)
    take_from_stock(s, t, deed, stage, 1)
    s[STAGE + deed] = stage
    if stage == 0:
        s[BUILT] &= ~(1 << deed)
    look_at_duties_again(s, t)
    move_money(s, -1, s[OWNER + deed], refund)

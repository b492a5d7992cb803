"""Building and selling by stages: prices, where it is allowed, and the stock (classic-18 to -21, -23)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    COUNT,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUP_SIZE,
    HOTEL,
    HOUSE,
    HOUSE_PRICE,
    LENT,
    OFFERS,
    OWNER,
    PAID,
    SALE_PERCENT,
    SEATS_MAXIMUM,
    STAGE,
    STOCK,
    TOP_STAGE,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import lapse_with_group
from hub.foresight.engines.derived.play.money import move_money


def lowest_stage(s: Vector, t: Vector, seat: int, group: int) -> int:
    """The lowest stage of a group in which a seat may build, considering mortgages; -1 if it may not build there."""
    size = t[GROUP_SIZE + group]
    if s[COUNT + group * SEATS_MAXIMUM + seat] < size:
        return -1
    first = t[GROUP_DEEDS + group * GROUP_MAXIMUM]
    if not t[HOUSE_PRICE + first]:
        return -1
    if s[LENT] & t[GROUP_SET + group]:
        return -1
    if not s[BUILT] & t[GROUP_SET + group]:
        return 0
    lowest = TOP_STAGE
    for i in range(size):
        lowest = min(lowest, s[STAGE + t[GROUP_DEEDS + group * GROUP_MAXIMUM + i]])
    return lowest


def building_above(stage: int) -> int:
    """The kind of building that leads from a stage to the next; -1 above the highest."""
    if stage >= TOP_STAGE:
        return -1
    return HOTEL if stage == TOP_STAGE - 1 else HOUSE


def building_on(s: Vector, t: Vector, deed: int) -> int:
    """The kind of building that leads to the next stage of a deed; -1 if it is full."""
    return building_above(s[STAGE + deed])


def may_rise(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether its owner may build on a deed now; money and stock are not considered."""
    if s[OWNER + deed] != seat or s[STAGE + deed] == TOP_STAGE:
        return False
    return lowest_stage(s, t, seat, t[GROUP + deed]) == s[STAGE + deed]


def raise_stage(s: Vector, t: Vector, deed: int, paid: int) -> None:
    """Build one more stage from the stock; a hotel returns four houses to it [K9]."""
    stage = s[STAGE + deed]
    s[PAID + deed * TOP_STAGE + stage] = paid
    s[STAGE + deed] = stage + 1
    s[BUILT] |= 1 << deed
    if stage == TOP_STAGE - 1:
        s[STOCK + HOTEL] -= 1
        s[STOCK + HOUSE] += TOP_STAGE - 1
    else:
        s[STOCK + HOUSE] -= 1
    if s[OFFERS]:
        lapse_with_group(s, t, t[GROUP + deed])


def take_down(s: Vector, t: Vector, deed: int, stage: int) -> None:
    """Go back to a lower stage for part of what each building cost [K13, K15]."""
    before = s[STAGE + deed]
    if before == stage:
        return
    refund = refund_of(s, t, deed, stage)
    for i in range(stage, before):
        s[PAID + deed * TOP_STAGE + i] = 0
    s[STAGE + deed] = stage
    if stage == 0:
        s[BUILT] &= ~(1 << deed)
    if before == TOP_STAGE:
        s[STOCK + HOTEL] += 1
        s[STOCK + HOUSE] -= stage
    else:
        s[STOCK + HOUSE] += before - stage
    move_money(s, -1, s[OWNER + deed], refund)


def refund_of(s: Vector, t: Vector, deed: int, stage: int) -> int:
    """What the bank pays for all buildings above a stage."""
    refund = 0
    for i in range(stage, s[STAGE + deed]):
        refund += s[PAID + deed * TOP_STAGE + i] * t[SALE_PERCENT] // 100
    return refund

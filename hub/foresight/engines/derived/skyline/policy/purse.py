"""Raising money for a debt with malls and skyscrapers, as `hub.bots.sensible.debts` does."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    GROUP,
    GROUP_SET,
    GROUPS,
    HAND,
    HOTEL,
    HOUSE,
    KIND,
    LENT,
    STAGE,
    STATION,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.building import refund_of
from hub.foresight.engines.derived.play.debts import sell, sell_group
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.policy.purse import (
    answer_debt,  # noqa: F401 everything else is the same
    least_loan,
)
from hub.foresight.engines.derived.skyline.layout import STOCK
from hub.foresight.engines.derived.skyline.play.building import HOTEL_STAGE
from hub.foresight.engines.derived.skyline.play.debts import mortgage
from hub.foresight.engines.derived.skyline.play.deeds import stands_in_the_way
from hub.foresight.engines.derived.skyline.policy.works import whole_deeds


def raise_money(s: Vector, t: Vector, seat: int, missing: int) -> None:
    """Mortgage single deeds and stations, then sell buildings, the least valuable first, then mortgage what is left."""
    free = s[HAND + seat] & ~s[LENT]
    left = free & ~s[BUILT] & ~built_together(s, t, seat)
    if left:
        single = least_loan(t, left)
        if not stands_in_the_way(s, t, seat, single):
            mortgage(s, t, single)
            return
    if s[HAND + seat] & s[BUILT] and sold_building(s, t, seat, missing):
        return
    left = free
    while left:
        deed = lowest_bit(left)
        left &= left - 1
        if stands_in_the_way(s, t, seat, deed):
            free &= ~(1 << deed)
    if free:
        mortgage(s, t, least_loan(t, free))
    else:
        sell_group(s, t, seat, t[GROUP + lowest_bit(s[HAND + seat] & s[BUILT])])


def built_together(s: Vector, t: Vector, seat: int) -> int:
    """Deeds of groups that a seat has completely, or in which it has enough of several to build."""
    found = 0
    left = whole_deeds(s, t, seat)
    while left:
        deed = lowest_bit(left)
        left &= left - 1
        found |= (1 << deed) if t[KIND + deed] != STATION else 0
    return found


def sold_building(s: Vector, t: Vector, seat: int, missing: int) -> bool:
    """Sell all buildings of a group if need be, otherwise one from its highest deed; the first group first."""
    for group in range(t[GROUPS]):
        own = s[HAND + seat] & t[GROUP_SET + group]
        if not s[BUILT] & own or not s[WHOLE + seat] >> t[GROUPS] - 1 - group & 1:
            continue
        if worth_of_own(s, t, own) <= missing:
            sell_group(s, t, seat, group)
            return True
        at = last_mall(s, own) if t[KIND + lowest_bit(own)] == STATION else highest_own(s, own)
        if may_step_down(s, t, at):
            sell(s, t, at)
            return True
    return False


def worth_of_own(s: Vector, t: Vector, deeds: int) -> int:
    """What the bank pays for all buildings on some deeds."""
    worth = 0
    while deeds:
        worth += refund_of(s, t, lowest_bit(deeds), 0)
        deeds &= deeds - 1
    return worth


def highest_own(s: Vector, deeds: int) -> int:
    """The first of the highest of some deeds."""
    at = lowest_bit(deeds)
    while deeds:
        deed = lowest_bit(deeds)
        deeds &= deeds - 1
        at = deed if s[STAGE + deed] > s[STAGE + at] else at
    return at


def last_mall(s: Vector, deeds: int) -> int:
    """The last of some deeds on which a mall stands."""
    at = lowest_bit(deeds)
    while deeds:
        deed = lowest_bit(deeds)
        deeds &= deeds - 1
        at = deed if s[STAGE + deed] else at
    return at


def may_step_down(s: Vector, t: Vector, deed: int) -> bool:
    """Whether the bank has what would replace it: four houses for a hotel, a hotel for a skyscraper."""
    if t[KIND + deed] == STATION or s[STAGE + deed] < HOTEL_STAGE:
        return True
    return s[STOCK + HOUSE] >= HOTEL_STAGE - 1 if s[STAGE + deed] == HOTEL_STAGE else s[STOCK + HOTEL] > 0

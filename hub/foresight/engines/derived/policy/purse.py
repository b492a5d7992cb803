"""Raising money for a debt, as `hub.bots.sensible.debts` does."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    CASH,
    CHOICE_DEED,
    DUE,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUP_SIZE,
    GROUPS,
    HAND,
    HOPEFUL,
    HOUSE,
    INTEREST,
    LENT,
    LOAN,
    RESERVE,
    STAGE,
    STOCK,
    TOP,
    TOP_STAGE,
    WHO,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.building import refund_of
from hub.foresight.engines.derived.play.debts import fall, keep, mortgage, pay_debt, redeem, sell, sell_group
from hub.foresight.engines.derived.play.deeds import has_built, loans_on
from hub.foresight.engines.derived.play.stack import lowest_bit, owes


def answer_debt(s: Vector, t: Vector) -> None:
    """Pay, or give up if everything together would not suffice, or sell what hurts least."""
    f = s[TOP]
    seat = s[f + WHO]
    need = s[f + DUE]
    if s[CASH + seat] >= need:
        pay_debt(s)
    elif not s[f + HOPEFUL] and means(s, t, seat) < need:
        fall(s, t)
    else:
        s[f + HOPEFUL] = 1
        raise_money(s, t, seat, need - s[CASH + seat])


def means(s: Vector, t: Vector, seat: int) -> int:
    """All the money that a seat could raise."""
    total = s[CASH + seat] + loans_on(t, s[HAND + seat] & ~s[LENT])
    built = s[HAND + seat] & s[BUILT]
    while built:
        total += refund_of(s, t, lowest_bit(built), 0)
        built &= built - 1
    return total


def raise_money(s: Vector, t: Vector, seat: int, missing: int) -> None:
    """Mortgage single deeds, then sell buildings, the least valuable first, then mortgage complete groups."""
    free = s[HAND + seat] & ~s[LENT] & ~s[BUILT]
    single = least_loan(t, without_whole(s, t, seat, free))
    if single >= 0:
        mortgage(s, t, single)
        return
    if s[HAND + seat] & s[BUILT]:
        if sold_building(s, t, seat, missing):
            return
        free = unbuilt_groups(s, t, seat, free)
    if free:
        mortgage(s, t, least_loan(t, free))
    else:
        built = s[HAND + seat] & s[BUILT]
        sell_group(s, t, seat, t[GROUP + lowest_bit(built)])


def least_loan(t: Vector, deeds: int) -> int:
    """The first of these deeds on which the bank lends least; -1 if there is none."""
    best = -1
    least = 0
    while deeds:
        deed = lowest_bit(deeds)
        deeds &= deeds - 1
        if best < 0 or t[LOAN + deed] < least:
            best = deed
            least = t[LOAN + deed]
    return best


def without_whole(s: Vector, t: Vector, seat: int, deeds: int) -> int:
    """Those of some deeds whose group a seat does not have completely."""
    left = s[WHOLE + seat]
    while left:
        deeds &= ~t[GROUP_SET + t[GROUPS] - 1 - lowest_bit(left)]
        left &= left - 1
    return deeds


def unbuilt_groups(s: Vector, t: Vector, seat: int, deeds: int) -> int:
    """Those of a seat's deeds in whose group it has built nothing."""
    left = s[WHOLE + seat]
    while left:
        group = t[GROUPS] - 1 - lowest_bit(left)
        left &= left - 1
        if has_built(s, t, seat, group):
            deeds &= ~t[GROUP_SET + group]
    return deeds


def sold_building(s: Vector, t: Vector, seat: int, missing: int) -> bool:
    """Sell all buildings of a group if need be, otherwise one from the highest deed; the first group first."""
    for group in range(t[GROUPS]):
        if not s[BUILT] & s[HAND + seat] & t[GROUP_SET + group]:
            continue
        at = highest_deed(s, t, group)
        if worth_built(s, t, group) <= missing:
            sell_group(s, t, seat, group)
            return True
        if s[STAGE + at] < TOP_STAGE or s[STOCK + HOUSE] >= TOP_STAGE - 1:
            sell(s, t, at)
            return True
    return False


def highest_deed(s: Vector, t: Vector, group: int) -> int:
    """The first of the highest deeds of a group."""
    at = t[GROUP_DEEDS + group * GROUP_MAXIMUM]
    for i in range(1, t[GROUP_SIZE + group]):
        deed = t[GROUP_DEEDS + group * GROUP_MAXIMUM + i]
        if s[STAGE + deed] > s[STAGE + at]:
            at = deed
    return at


def worth_built(s: Vector, t: Vector, group: int) -> int:
    """What the bank pays for all buildings of a group."""
    worth = 0
    for i in range(t[GROUP_SIZE + group]):
        worth += refund_of(s, t, t[GROUP_DEEDS + group * GROUP_MAXIMUM + i], 0)
    return worth


def redeem_or_keep(s: Vector, t: Vector) -> None:
    """Redeem a deed that was acquired with a mortgage if the reserve allows."""
    f = s[TOP]
    seat = s[f + WHO]
    deed = s[f + CHOICE_DEED]
    if s[CASH + seat] >= t[LOAN + deed] + t[INTEREST + deed] + t[RESERVE] and not owes(s, seat):
        redeem(s, t, deed)
    else:
        keep(s, t)

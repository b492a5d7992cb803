"""What to build and to buy from afar, and what to sell when in debt, as `hub.bots.sensible.claims` and `works` do."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import BUILD_GROUP, COMMISSION, HIGHEST_STAGE, OWED
from hub.foresight.engines.derived.claims.play.building import build, may_build_afar, may_rise
from hub.foresight.engines.derived.claims.play.dealing import buy_afar, may_buy_afar, may_sell, sell_deed
from hub.foresight.engines.derived.layout import (
    CASH,
    COUNT,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUPS,
    HAND,
    HOUSE_PRICE,
    LOAN,
    OUT,
    PRICE,
    RESERVE,
    SEATS,
    SEATS_MAXIMUM,
    SPACE,
    STAGE,
    TOP,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit, pop


def visited_groups(s: Vector, t: Vector, seat: int) -> int:
    """The groups to which a seat has the claim and on which somebody else stands, one bit each."""
    found = 0
    for other in range(s[SEATS]):
        space = s[SPACE + other]
        if other == seat or s[OUT + other] or not t[HOUSE_PRICE + space]:
            continue
        if s[COUNT + t[GROUP + space] * SEATS_MAXIMUM + seat]:
            found |= 1 << t[GROUP + space]
    return found


def improve(s: Vector, t: Vector, seat: int, visited: int) -> bool:
    """One more apartment on the first of the seat's lowest plots in a visited group, beginning with the last group."""
    spare = s[CASH + seat] - t[RESERVE]
    for i in range(t[GROUPS]):
        group = t[GROUPS] - 1 - i
        if visited >> group & 1 and t[HOUSE_PRICE + t[GROUP_DEEDS + group * GROUP_MAXIMUM]] <= spare:
            deed = first_lowest(s, s[HAND + seat] & t[GROUP_SET + group])
            if s[STAGE + deed] < t[HIGHEST_STAGE] and may_build_afar(s, t, seat, deed):
                build(s, t, seat, deed)
                return True
    return False


def first_lowest(s: Vector, deeds: int) -> int:
    """The first of the lowest of some deeds, of which there is at least one."""
    lowest = lowest_bit(deeds)
    while deeds:
        deed = lowest_bit(deeds)
        deeds &= deeds - 1
        lowest = deed if s[STAGE + deed] < s[STAGE + lowest] else lowest
    return lowest


def deal(s: Vector, t: Vector, seat: int, visited: int) -> bool:
    """Buy the first visited plot that leaves the reserve intact."""
    spare = s[CASH + seat] - t[RESERVE]
    left = visited
    while left:
        group = lowest_bit(left)
        left &= left - 1
        deeds = t[GROUP_SET + group] & ~s[HAND + seat]
        while deeds:
            deed = lowest_bit(deeds)
            deeds &= deeds - 1
            if t[PRICE + deed] + t[COMMISSION + deed] <= spare and may_buy_afar(s, t, seat, deed):
                buy_afar(s, t, seat, deed)
                return True
    return False


def is_lower(s: Vector, deed: int, other: int) -> bool:
    """Whether a plot is lower than another, or equally low and farther along the track."""
    return s[STAGE + deed] < s[STAGE + other] or (s[STAGE + deed] == s[STAGE + other] and deed > other)


def build_here(s: Vector, t: Vector) -> None:
    """Build one more apartment on the lowest plot that leaves the reserve intact, or stop building."""
    f = s[TOP]
    seat = s[f + WHO]
    spare = s[CASH + seat] - t[RESERVE]
    best = -1
    own = s[HAND + seat] & t[GROUP_SET + s[f + BUILD_GROUP]]
    while own:
        deed = lowest_bit(own)
        own &= own - 1
        if t[HOUSE_PRICE + deed] <= spare and (best < 0 or is_lower(s, deed, best)) and may_rise(s, t, seat, deed, 0):
            best = deed
    if best >= 0:
        build(s, t, seat, best)
    else:
        pop(s)


def pay_off(s: Vector, t: Vector, seat: int) -> bool:
    """Sell the cheapest deed outside complete groups that pays off a debt, if the debt is larger than the reserve."""
    owed = s[OWED + seat]
    if owed <= t[RESERVE]:
        return False
    best = -1
    hand = s[HAND + seat]
    while hand:
        deed = lowest_bit(hand)
        hand &= hand - 1
        deeds = t[GROUP_SET + t[GROUP + deed]]
        if t[LOAN + deed] < owed or s[HAND + seat] & deeds == deeds:
            continue
        if (best < 0 or t[LOAN + deed] < t[LOAN + best]) and may_sell(s, t, seat, deed):
            best = deed
    if best >= 0:
        sell_deed(s, t, best)
    return best >= 0

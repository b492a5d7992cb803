"""Who owns what, who may buy it, and who is visiting it (euro-06 to -08, -15) [E8, E9, E24]."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import ARRIVED, OWED
from hub.foresight.engines.derived.layout import (
    COUNT,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUPS,
    HAND,
    HOUSE_PRICE,
    OUT,
    OWNER,
    SEATS,
    SEATS_MAXIMUM,
    SPACE,
    UNSOLD,
    Vector,
)

DEEDS_FIRST = 2


def give(s: Vector, t: Vector, deed: int, target: int) -> None:
    """The deed goes to a seat, or (-1) to the bank; the counts are updated."""
    source = s[OWNER + deed]
    at = COUNT + t[GROUP + deed] * SEATS_MAXIMUM
    if source >= 0:
        s[at + source] -= 1
        s[HAND + source] ^= 1 << deed
    else:
        s[UNSOLD] -= 1
    if target >= 0:
        s[at + target] += 1
        s[HAND + target] |= 1 << deed
    else:
        s[UNSOLD] += 1
    s[OWNER + deed] = target


def may_buy(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether a seat may buy: it owes nothing and no claim forbids it. The price is not considered."""
    if s[OWED + seat]:
        return False
    if not t[HOUSE_PRICE + deed]:
        return True
    at = COUNT + t[GROUP + deed] * SEATS_MAXIMUM
    if s[at + seat]:
        return True
    for other in range(s[SEATS]):
        if s[at + other]:
            return False
    return not has_unfinished(s, t, seat)


def has_unfinished(s: Vector, t: Vector, seat: int) -> bool:
    """Whether a seat has too few deeds of a group that it claims."""
    for group in range(t[GROUPS]):
        few = 0 < s[COUNT + group * SEATS_MAXIMUM + seat] < DEEDS_FIRST
        if few and t[HOUSE_PRICE + t[GROUP_DEEDS + group * GROUP_MAXIMUM]]:
            return True
    return False


def first_visitor(s: Vector, seat: int, spaces: int) -> int:
    """The one who came first of all others on these spaces; -1 if there is nobody."""
    first = -1
    for other in range(s[SEATS]):
        if other == seat or s[OUT + other] or not spaces >> s[SPACE + other] & 1:
            continue
        if first < 0 or s[ARRIVED + other] < s[ARRIVED + first]:
            first = other
    return first

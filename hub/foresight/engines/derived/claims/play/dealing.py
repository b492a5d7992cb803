"""Deeds bought from afar, and sold to the bank (euro-15, -17) [E22 to E28]."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import BESIDE, BOUGHT, CAP, COMMISSION, OWED
from hub.foresight.engines.derived.claims.play.building import highest_stage, lowest_stage
from hub.foresight.engines.derived.claims.play.credit import charge, collect, fall_if_overindebted
from hub.foresight.engines.derived.claims.play.deeds import first_visitor, give
from hub.foresight.engines.derived.claims.play.moments import may_deal
from hub.foresight.engines.derived.layout import (
    CASH,
    COUNT,
    GROUP,
    GROUP_SET,
    HAND,
    HOUSE_PRICE,
    LOAN,
    OWNER,
    PRICE,
    SEATS_MAXIMUM,
    STAGE,
    Vector,
)


def may_buy_afar(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether a seat has a claim to a plot on which somebody stands, and can pay both the bank and the visitor."""
    if not may_deal(s, seat) or not t[HOUSE_PRICE + deed] or s[OWNER + deed] >= 0 or s[OWED + seat]:
        return False
    if not s[COUNT + t[GROUP + deed] * SEATS_MAXIMUM + seat] or first_visitor(s, seat, 1 << deed) < 0:
        return False
    return s[CASH + seat] >= t[PRICE + deed] + t[COMMISSION + deed]


def buy_afar(s: Vector, t: Vector, seat: int, deed: int) -> None:
    """The bank gets the price, the visitor who came first the commission."""
    charge(s, t, seat, -1, t[PRICE + deed])
    give(s, t, deed, seat)
    s[BOUGHT] |= 1 << deed
    charge(s, t, seat, first_visitor(s, seat, 1 << deed), t[COMMISSION + deed])


def may_sell(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether a seat may sell a deed without buildings, and the buildings on the rest of its group would stay even."""
    if not may_deal(s, seat) or s[OWNER + deed] != seat or s[STAGE + deed]:
        return False
    left = s[HAND + seat] & t[GROUP_SET + t[GROUP + deed]] & ~(1 << deed)
    if not left or not t[HOUSE_PRICE + deed]:
        return True
    highest = highest_stage(s, left)
    count = s[COUNT + t[GROUP + deed] * SEATS_MAXIMUM + seat] - 1
    return highest <= t[CAP + count] and lowest_stage(s, left) >= t[BESIDE + highest]


def sell_deed(s: Vector, t: Vector, deed: int) -> None:
    """A deed goes back to the bank for the printed price, which is paid first."""
    seat = s[OWNER + deed]
    collect(s, seat, t[LOAN + deed])
    give(s, t, deed, -1)
    fall_if_overindebted(s, t, seat)

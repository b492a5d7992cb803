"""Catching up with a group that is built already (mega-15) [D9]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import CHOICE, HOUSE_PRICE, INTEREST, LENT, LOAN, OFFERS, WHO, Vector
from hub.foresight.engines.derived.play.deeds import lapse_with_deed
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.stack import pop, push
from hub.foresight.engines.derived.skyline.layout import CATCH_UP_DEED
from hub.foresight.engines.derived.skyline.play.building import raise_stage
from hub.foresight.engines.derived.skyline.play.duties import can_catch_up, look_ahead_again, look_at_duties_again


def catch_up(s: Vector, t: Vector) -> None:
    """Redeem and build in one step; if that is no longer due, a mortgage may be kept like any other."""
    f = pop(s)
    seat = s[f + WHO]
    deed = s[f + CATCH_UP_DEED]
    if not can_catch_up(s, t, seat, deed):
        if s[LENT] >> deed & 1:
            push(s, CHOICE, seat, deed, 1)
        return
    if s[LENT] >> deed & 1:
        pay(s, seat, -1, t[LOAN + deed] + t[INTEREST + deed])
        lift(s, t, deed)
    raise_stage(s, t, deed, t[HOUSE_PRICE + deed])
    pay(s, seat, -1, t[HOUSE_PRICE + deed])


def lift(s: Vector, t: Vector, deed: int) -> None:
    """Lift the mortgage of a deed, and check again what depends on it."""
    s[LENT] &= ~(1 << deed)
    if s[OFFERS]:
        lapse_with_deed(s, deed)
    look_ahead_again(s)
    look_at_duties_again(s, t)

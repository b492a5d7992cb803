"""The last deed of a group that is built already, and moves that are decided again (mega-04, -15) [D9, D11].

What looks at these again is called by whatever may change them.
"""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ADVANCE,
    ADVANCE_BY,
    CHOICE,
    CHOICE_BOUGHT,
    CHOICE_DEED,
    FRAME,
    GROUP,
    GROUP_SET,
    HAND,
    HOUSE,
    HOUSE_PRICE,
    INTEREST,
    KIND,
    LENT,
    LOAN,
    OWNER,
    STACK,
    STAGE,
    STREET,
    TASK,
    TOP,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import has_built
from hub.foresight.engines.derived.play.stack import push, remove_frame
from hub.foresight.engines.derived.skyline.layout import (
    BY_MOGUL,
    CATCH_UP,
    CATCH_UP_COST,
    CATCH_UP_DEED,
    MOGUL_FACE,
    SECOND,
    SECOND_FACE,
    STOCK,
)


def look_ahead_again(s: Vector) -> None:
    """Where the mogul leads is decided when all business between the two moves is done."""
    for f in range(STACK, s[TOP] + 1, FRAME):
        if s[f + TASK] == ADVANCE and s[f + ADVANCE_BY] == BY_MOGUL:
            clear_frame(s, f, SECOND)
            s[f + SECOND_FACE] = MOGUL_FACE


def clear_frame(s: Vector, f: int, kind: int) -> None:
    """Another task for the same seat in the same place, its figures still to be filled in."""
    s[f + TASK] = kind
    for i in range(f + WHO + 1, f + FRAME):
        s[i] = 0


def can_catch_up(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether there is a group to keep up with, and a house to do it with."""
    return s[STOCK + HOUSE] > 0 and has_built(s, t, seat, t[GROUP + deed])


def cost_of(s: Vector, t: Vector, deed: int) -> int:
    """What it costs to redeem a deed, if it is mortgaged, and to build a house there."""
    return t[HOUSE_PRICE + deed] + (t[LOAN + deed] + t[INTEREST + deed] if s[LENT] >> deed & 1 else 0)


def complete(s: Vector, t: Vector, deed: int) -> None:
    """A deed has come to a seat: whether it has to be caught up with."""
    seat = s[OWNER + deed]
    if seat < 0 or t[KIND + deed] != STREET:
        return
    deeds = t[GROUP_SET + t[GROUP + deed]]
    if s[HAND + seat] & deeds == deeds and can_catch_up(s, t, seat, deed):
        push(s, CATCH_UP, seat, deed, cost_of(s, t, deed))


def look_at_duties_again(s: Vector, t: Vector) -> None:
    """What they cost, or whether they are due at all; a mortgage is a choice then."""
    f = STACK
    while f <= s[TOP]:
        if s[f + TASK] != CATCH_UP:
            f += FRAME
            continue
        deed = s[f + CATCH_UP_DEED]
        if s[OWNER + deed] != s[f + WHO] or s[STAGE + deed]:
            remove_frame(s, f)
        elif can_catch_up(s, t, s[f + WHO], deed):
            s[f + CATCH_UP_COST] = cost_of(s, t, deed)
            f += FRAME
        elif s[LENT] >> deed & 1:
            clear_frame(s, f, CHOICE)
            s[f + CHOICE_DEED] = deed
            s[f + CHOICE_BOUGHT] = 1
            f += FRAME
        else:
            remove_frame(s, f)


def must_catch_up(s: Vector, deed: int) -> bool:
    """Whether a deed has to be redeemed and built on anyway, so that its mortgage is no choice."""
    for f in range(STACK, s[TOP] + 1, FRAME):
        if s[f + TASK] == CATCH_UP and s[f + CATCH_UP_DEED] == deed:
            return True
    return False

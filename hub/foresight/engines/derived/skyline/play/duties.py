"""Acquiring the last deed of a built group, and moves that are decided again (mega-04, -15) [D9, D11].

Everything that may change them calls a function here that checks them again.
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
    """Where the mogul leads is decided when all trading between the two moves is over."""
    for f in range(STACK, s[TOP] + 1, FRAME):
        if s[f + TASK] == ADVANCE and s[f + ADVANCE_BY] == BY_MOGUL:
            clear_frame(s, f, SECOND)
            s[f + SECOND_FACE] = MOGUL_FACE


def clear_frame(s: Vector, f: int, kind: int) -> None:
    """Replace the task by another one for the same seat, whose figures are still to be filled in."""
    s[f + TASK] = kind
    for i in range(f + WHO + 1, f + FRAME):
        s[i] = 0


def can_catch_up(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether the group is built, and the bank has a house for catching up."""
    return s[STOCK + HOUSE] > 0 and has_built(s, t, seat, t[GROUP + deed])


def cost_of(s: Vector, t: Vector, deed: int) -> int:
    """What it costs to redeem a deed, if it is mortgaged, and to build a house there."""
    return t[HOUSE_PRICE + deed] + (t[LOAN + deed] + t[INTEREST + deed] if s[LENT] >> deed & 1 else 0)


def complete(s: Vector, t: Vector, deed: int) -> None:
    """A deed has come to a seat: check whether it has to catch up."""
    seat = s[OWNER + deed]
    if seat < 0 or t[KIND + deed] != STREET:
        return
    deeds = t[GROUP_SET + t[GROUP + deed]]
    if s[HAND + seat] & deeds == deeds and can_catch_up(s, t, seat, deed):
        push(s, CATCH_UP, seat, deed, cost_of(s, t, deed))


def look_at_duties_again(s: Vector, t: Vector) -> None:
    """Check what catching up costs, or whether it is due at all; if not, the mortgage becomes a choice."""
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
    """Whether a deed has to be redeemed and built on anyway, so that there is no choice about its mortgage."""
    for f in range(STACK, s[TOP] + 1, FRAME):
        if s[f + TASK] == CATCH_UP and s[f + CATCH_UP_DEED] == deed:
            return True
    return False

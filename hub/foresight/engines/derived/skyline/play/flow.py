"""What follows a step: second moves, scarce buildings, the turn plan (mega-04, -05, -09) [D11, D24]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ADVANCE,
    ADVANCE_BY,
    BAIL_TO,
    BUY,
    CHOICE,
    DEALING,
    DEBT,
    DRAW,
    EMPTY,
    FAULT,
    TASK,
    THROW,
    TOP,
    TURN,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.shortage import deal_out
from hub.foresight.engines.derived.play.turns import go_on
from hub.foresight.engines.derived.skyline.layout import BY_BUS, BY_MOGUL, DEFERRED, SECOND
from hub.foresight.engines.derived.skyline.play.tickets import move_again


def carry_on(s: Vector, t: Vector) -> None:
    """Called after each step; does something only if the step left no open task."""
    while s[WINNER] < 0 and not s[FAULT]:
        if s[TOP] == EMPTY:
            go_on(s, t)
            demand_bail(s, t)
        elif s[s[TOP] + TASK] == SECOND:
            move_again(s, t)
        elif s[s[TOP] + TASK] == DEALING:
            deal_out(s, t)
        else:
            return


def demand_bail(s: Vector, t: Vector) -> None:
    """Postponed bail is due before the throw."""
    amount = s[DEFERRED + s[TURN]]
    if amount and s[WINNER] < 0:
        s[DEFERRED + s[TURN]] = 0
        pay(s, s[TURN], t[BAIL_TO], amount)


def is_pause(s: Vector) -> bool:
    """Whether trading is possible now: at a decision and before a second move, never during other moves (K12, D11)."""
    f = s[TOP]
    kind = s[f + TASK]
    if kind == ADVANCE:
        return s[f + ADVANCE_BY] in (BY_BUS, BY_MOGUL)
    return kind > SECOND or kind in (THROW, BUY, DEBT, CHOICE, DRAW)

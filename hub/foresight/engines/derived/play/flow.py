"""What follows a step: the turn plan, until somebody is asked or the game is over."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
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
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.shortage import deal_out
from hub.foresight.engines.derived.play.turns import go_on


def carry_on(s: Vector, t: Vector) -> None:
    """Called after each step; does something only if the step left no open task."""
    while s[TOP] != EMPTY and s[s[TOP] + TASK] == DEALING and not s[FAULT]:
        deal_out(s, t)
    if s[TOP] == EMPTY and s[WINNER] < 0 and not s[FAULT]:
        go_on(s, t)


def is_pause(s: Vector) -> bool:
    """Whether trading is possible now: at a decision, but never during a throw, a move or an auction (K12)."""
    kind = s[s[TOP] + TASK]
    return kind in (THROW, BUY, DEBT, CHOICE, DRAW)

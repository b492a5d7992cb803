"""What follows a step: on along the turn plan until somebody is asked or the game is over."""

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
    """Called after each step that leaves nobody asked, and does nothing after others."""
    while s[TOP] != EMPTY and s[s[TOP] + TASK] == DEALING and not s[FAULT]:
        deal_out(s, t)
    if s[TOP] == EMPTY and s[WINNER] < 0 and not s[FAULT]:
        go_on(s, t)


def is_pause(s: Vector) -> bool:
    """Whether people may do business now: at a decision, never amid a throw, a move or an auction (K12)."""
    kind = s[s[TOP] + TASK]
    return kind in (THROW, BUY, DEBT, CHOICE, DRAW)

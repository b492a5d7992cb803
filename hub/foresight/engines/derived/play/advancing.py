"""A piece comes to its space (classic-02, -04)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import ADVANCE_SALARY, ADVANCE_SPACE, WHO, Vector
from hub.foresight.engines.derived.play.arriving import land
from hub.foresight.engines.derived.play.money import collect
from hub.foresight.engines.derived.play.moving import arrive
from hub.foresight.engines.derived.play.stack import pop


def advance(s: Vector, t: Vector) -> None:
    """The piece stands on its space: the salary of the move is paid, then the space takes effect."""
    f = pop(s)
    seat = s[f + WHO]
    arrive(s, seat, s[f + ADVANCE_SPACE])
    if s[f + ADVANCE_SALARY]:
        collect(s, seat, s[f + ADVANCE_SALARY])
    land(s, t, seat, f)

"""How a turn begins (mega-06, -09, -27) [D23, D27]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import DIE1, DIE2, FIRST, NUMBER, STREAK, TURN, Vector
from hub.foresight.engines.derived.play.turns import go_on  # noqa: F401 everything else is the same
from hub.foresight.engines.derived.skyline.layout import DIE3, FRESH, REQUESTS
from hub.foresight.engines.derived.skyline.play.requests import lapse_of


def begin_turn(s: Vector, seat: int, number: int) -> None:
    """Begin a turn, in which nobody has thrown yet; what this seat owed for visits can no longer be asked for."""
    if s[FIRST] < 0:
        s[FIRST] = seat
    s[TURN] = seat
    s[NUMBER] = number
    s[STREAK] = 0
    s[DIE1] = 0
    s[DIE2] = 0
    s[DIE3] = 0
    s[FRESH] &= ~(1 << seat)
    if s[REQUESTS]:
        lapse_of(s, seat)

"""When one may deal from afar or with the bank: before a throw in one's own turn, outside jail (euro-03, -21, -23)."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import RELEASED
from hub.foresight.engines.derived.layout import MISSED, TASK, THROW, TOP, WHO, Vector


def may_deal(s: Vector, seat: int) -> bool:
    """Whether a seat is about to throw, is not in jail, and has not left jail in this turn."""
    f = s[TOP]
    return s[f + TASK] == THROW and s[f + WHO] == seat and s[MISSED + seat] < 0 and s[RELEASED] != seat

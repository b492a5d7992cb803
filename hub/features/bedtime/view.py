"""What everybody sees of the end that is agreed on."""

from __future__ import annotations

from hub.domain.ids import NOBODY
from hub.features.bedtime.contract import BedtimeView
from hub.table.interfaces.storage import now_ms
from hub.table.state import TableState, ViewField
from hub.table.wire.audience import Audience


def shown_bedtime(table: TableState, _to: Audience) -> BedtimeView | None:
    """None unless one is agreed on in the game that is played."""
    live = table.live
    if live is None or live.game.state.turns.winner != NOBODY:
        return None
    turns = live.game.state.turns
    if not (turns.rounds_left or turns.bedtime_ms):
        return None
    left_ms = max(0, turns.bedtime_ms - now_ms()) if turns.bedtime_ms else 0
    return BedtimeView(turns.rounds_left, left_ms // 1_000)


FIELDS = (("bedtime", ViewField(BedtimeView | None, None, shown_bedtime)),)
"""None unless an end is agreed on."""

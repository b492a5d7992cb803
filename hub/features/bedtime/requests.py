"""The banker says when the game ends, at any time, and takes it back."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.domain.rounds import AgreeEnd
from hub.table.changes.playing import play
from hub.table.interfaces.storage import now_ms
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState, ViewField
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Refusal, TableReason, refusal

MINUTES_MAXIMUM = 24 * 60
MINUTE_MS = 60_000


class BedtimeView(Struct, frozen=True):
    """When the game ends: after `rounds` rounds, the present one included, or (0) after that in `left_s` seconds."""

    rounds: int
    left_s: int


CROSSING = (BedtimeView,)
"""What crosses to pages as such."""


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


class SetBedtime(Action):
    """End the game after `rounds` rounds, or after the one that is played in `minutes`; with neither, as usual."""

    who = (BANKER,)
    rounds: int = 0
    minutes: int = 0

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """The hub's clock counts, so that it does not matter what time the sender has."""
        if not 0 <= self.minutes <= MINUTES_MAXIMUM:
            return refusal(TableReason.BAD_REQUEST)
        at_ms = now_ms() + self.minutes * MINUTE_MS if self.minutes else 0
        return play(table, AgreeEnd(self.rounds, at_ms), sender.origin)


REQUESTS = (SetBedtime,)

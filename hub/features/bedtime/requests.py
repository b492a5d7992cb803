"""The banker says when the game ends, at any time, and takes it back."""

from __future__ import annotations

from hub.domain.rounds import AgreeEnd
from hub.table.changes.playing import play
from hub.table.interfaces.storage import now_ms
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal

MINUTES_MAXIMUM = 24 * 60
MINUTE_MS = 60_000


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

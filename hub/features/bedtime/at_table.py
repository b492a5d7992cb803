"""What bedtime does at a table: a clock that waits for it."""

from __future__ import annotations

from hub.composition.table import AtTable, OpenTable
from hub.domain.history import Move
from hub.domain.ids import NOBODY
from hub.domain.rounds import CallLastRound
from hub.table.automatic.threads import Desk, WakeableThread
from hub.table.changes import pausing
from hub.table.changes.playing import play
from hub.table.interfaces.storage import HUB, Origin, now_ms

LOOKS_MS = 10_000
"""It looks again after this time at the latest: a computer may have slept, and its clock may be set."""


class BedtimeDesk(Desk):
    """When the last round begins. Methods may be called from any thread."""

    def is_agreed(self) -> bool:
        """Whether a time is agreed on. Needs no lock."""
        live = self._state.live
        return live is not None and live.game.state.turns.bedtime_ms > 0

    def left_ms(self) -> int | None:
        """How long it takes until the last round is to be called; None while there is nothing to wait for.

        After an undo it waits for the next move: otherwise what was taken back could not be redone.
        """
        with self._lock:
            state, live = self._state, self._state.live
            if live is None or live.game.state.turns.winner != NOBODY or pausing.holds(state):
                return None
            at_ms = live.game.state.turns.bedtime_ms
            return at_ms - now_ms() if at_ms and isinstance(live.entries[-1].entry, Move) else None

    def call(self) -> bool:
        """Call the last round; returns whether that could be stored."""
        with self._lock:
            refused = play(self._state, CallLastRound(), Origin(HUB, ""))
            self._publish()
            return refused is None


class BedtimeThread(WakeableThread):
    """A thread that waits for the time, and checks again after each `wake`."""

    def __init__(self, desk: BedtimeDesk) -> None:
        super().__init__("bedtime", needed=desk.is_agreed)
        self._desk = desk

    def _look(self) -> None:
        while (left_ms := self._desk.left_ms()) is not None:
            waits = left_ms > 0 or not self._desk.call()
            if waits and self._wake.wait(min(max(left_ms, 1_000), LOOKS_MS) / 1_000):
                return


def at_table(opened: OpenTable) -> AtTable:
    return AtTable(workers=[BedtimeThread(opened.table.desk(BedtimeDesk))])

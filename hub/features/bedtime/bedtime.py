"""An end that is agreed on at any time, and taken back, and the clock that says that its time has come."""

from msgspec import Struct

from hub.composition.table import AtTable, OpenTable
from hub.domain.history import Move
from hub.domain.turns import AgreeEnd, CallLastRound
from hub.table.automatic.threads import Desk, WakeableThread
from hub.table.changes import pausing
from hub.table.changes.playing import play
from hub.table.interfaces.storage import HUB, Origin, now_ms
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState, ViewField
from hub.table.wire.audience import Audience, Refusal, TableReason, refusal

MINUTES_MAXIMUM = 24 * 60
MINUTE_MS = 60_000
LOOKS_MS = 10_000
"""It looks again after this time at the latest: a computer may have slept, and its clock may be set."""


class BedtimeView(Struct, frozen=True):
    """When the game ends: after `rounds` rounds, the present one included, or (0) after that in `left_s` seconds."""

    rounds: int
    left_s: int


CROSSING = (BedtimeView,)
"""What crosses to pages as such."""


def shown_bedtime(table: TableState, _to: Audience) -> BedtimeView | None:
    """None unless one is agreed on in the game that is played."""
    live = table.playing
    if live is None:
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
            state, live = self._state, self._state.playing
            if live is None or pausing.holds(state):
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

"""The auctioneer: makes the calls of an open auction when they are due.

Going once, going twice, sold: each a set number of seconds after the last bid or call, if the table wants calls; and
passing over a seat that is short. A call is a command like any other, decided and stored, so that only its timing
depends on a clock. A `Count` is computed under the table's lock (`counting`); the thread `Auctioneer` waits for it.
"""

import time

from msgspec.structs import replace

from hub.domain.auctions import CallLot
from hub.domain.history import Move
from hub.domain.tasks import AuctionRunning
from hub.rules.auctions.ascending import next_call
from hub.table.automatic.threads import Desk, WakeableThread
from hub.table.changes import pausing
from hub.table.changes.playing import play
from hub.table.interfaces.storage import HUB, Origin
from hub.table.state import Count, TableState

BREATH_S = 1.5
"""How long everybody may read a bid that is too high for somebody, before that player is declared out."""

HESITATION = 3
"""After an undo it waits this many times longer, so that people can take back more."""

AGAIN_S = 5.0
"""After this it tries again to say what could not be stored."""


def counting(state: TableState, now_s: float) -> Count | None:
    """The present count: unchanged if there was neither a bid nor a call since. `now_s`: monotonic clock."""
    live, before = state.playing, state.count
    if live is None or pausing.holds(state):
        return None
    task, command = live.game.state.agenda.task, next_call(live.game)
    if command is None or (isinstance(command, CallLot) and not state.lobby.going_s):
        return None
    assert isinstance(task, AuctionRunning), "only an open auction is called"
    since = (live.record.id, live.question, task.lot, task.high, state.lobby.going_s)
    if before is not None and (before.command, before.since) == (command, since):
        return before
    seconds = float(state.lobby.going_s) if isinstance(command, CallLot) else BREATH_S
    hesitant = not isinstance(live.entries[-1].entry, Move)
    return Count(command, since, now_s + seconds * (HESITATION if hesitant else 1))


class AuctionDesk(Desk):
    """What the hub calls next in an open auction. Methods may be called from any thread."""

    def is_open(self) -> bool:
        """Whether a call may become due. Needs no lock."""
        return self._state.count is not None

    def wanted(self) -> Count | None:
        """The next call, and when it is due."""
        with self._lock:
            return self._state.count

    def say(self, count: Count) -> None:
        """Make the call, unless there was a bid or call meanwhile; if it cannot be stored, it is tried again later."""
        with self._lock:
            state = self._state
            if state.count != count:
                return
            refused = play(state, count.command, Origin(HUB, ""))
            self._publish()
            if refused is not None and state.count == count:
                state.count = replace(count, due_s=time.monotonic() + AGAIN_S)


class Auctioneer(WakeableThread):
    """A thread that waits until the next call is due, and checks again after each `wake`."""

    def __init__(self, desk: AuctionDesk) -> None:
        super().__init__("auctioneer", needed=desk.is_open)
        self._desk = desk

    def _look(self) -> None:
        while (count := self._desk.wanted()) is not None:
            left_s = count.due_s - time.monotonic()
            if left_s > 0 and self._wake.wait(left_s):
                return
            if left_s <= 0:
                self._desk.say(count)

"""The position whose outlook is wanted, and that outlook; `hub.features.odds.watching` computes it."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.domain.state import State
from hub.rules.slots import Rules
from hub.table.changes import pausing
from hub.table.game.live import Moment
from hub.table.game.shown_log import EVERYBODY
from hub.table.state import KnownOutlook, TableState
from hub.table.wire.odds_views import OutlookView
from hub.table.writer_lock import WriterLock


class WantedOutlook(Struct, frozen=True):
    """A position of the running game: its moment, its rules, a copy of its state, and when its moves were made.

    It has only the times of moves that everybody is shown, because everybody is shown the outlook.
    """

    moment: Moment
    rules: Rules
    state: State
    moments_ms: tuple[int, ...]


class OutlookDesk:
    """Holds the present position until its outlook is known. Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def is_open(self) -> bool:
        """Whether people want to know who is winning. Needs no lock."""
        return self._state.lobby.outlook

    def wanted(self) -> WantedOutlook | None:
        """The present position, if its outlook is wanted and not known yet."""
        with self._lock:
            live, known = self._state.live, self._state.known_outlook
            if live is None or not self.is_open() or pausing.is_frozen(self._state):
                return None
            if live.game.state.turns.winner != NOBODY or (known is not None and known.moment == live.moment):
                return None
            copied: State = pickle.loads(pickle.dumps(live.game.state))  # noqa: S301 the quickest copy; our own bytes
            shown = live.log_for(EVERYBODY)
            moments_ms = tuple([at_ms for seq, at_ms in enumerate(live.moments_ms) if shown.shows(seq)])
            return WantedOutlook(live.moment, live.game.rules, copied, moments_ms)

    def is_wanted(self, moment: Moment) -> bool:
        """Whether people still want to know, and nothing has happened since. Needs no lock."""
        return self.is_open() and self._state.is_at(moment)

    def answer(self, moment: Moment, outlook: OutlookView) -> None:
        """Show the outlook, unless it comes too late."""
        with self._lock:
            if self.is_wanted(moment):
                self._state.known_outlook = KnownOutlook(moment, outlook)
                self._publish()

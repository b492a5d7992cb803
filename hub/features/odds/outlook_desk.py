"""The position whose outlook is wanted, and that outlook; `hub.features.odds.watching` computes it."""

from __future__ import annotations

import pickle

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.domain.state import State
from hub.features.odds.contract import OutlookView
from hub.features.odds.settings import ODDS
from hub.rules.slots import Rules
from hub.table.automatic.desk import Desk
from hub.table.changes import pausing
from hub.table.changes.kept import Kept
from hub.table.game.live import Moment
from hub.table.game.shown_log import EVERYBODY
from hub.table.state import TableState


class KnownOutlook(Struct, frozen=True):
    """The outlook of the running game at one moment (`LiveGame.moment`)."""

    moment: Moment
    outlook: OutlookView


OUTLOOK: Kept[KnownOutlook | None] = Kept("outlook", None)
"""The newest, perhaps of an earlier moment."""


class WantedOutlook(Struct, frozen=True):
    """A position of the running game: its moment, its rules, a copy of its state, and when its moves were made.

    It has only the times of moves that everybody is shown, because everybody is shown the outlook.
    """

    moment: Moment
    rules: Rules
    state: State
    moments_ms: tuple[int, ...]


class OutlookDesk(Desk):
    """Holds the present position until its outlook is known. Methods may be called from any thread."""

    def is_open(self) -> bool:
        """Whether people want to know who is winning. Needs no lock."""
        return ODDS.at(self._state).on

    def wanted(self) -> WantedOutlook | None:
        """The present position, if its outlook is wanted and not known yet."""
        with self._lock:
            live, known = self._state.live, OUTLOOK.at(self._state)
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
                OUTLOOK.put(self._state, KnownOutlook(moment, outlook))
                self._publish()


def shown_outlook(table: TableState) -> OutlookView | None:
    """The outlook if it is of the present position: an older one is never shown for a newer position."""
    if not ODDS.at(table).on:
        return None
    known = OUTLOOK.at(table)
    return known.outlook if known is not None and table.is_at(known.moment) else OutlookView()

"""Which finished game needs hindsight, and its findings; `hub.features.odds.hindsight` computes them.

The findings are stored next to the log, so that they are computed only once. After an undo they no longer apply.
"""

from __future__ import annotations

import logging

import msgspec

from hub.domain.ids import NOBODY
from hub.table.changes.commits import commit
from hub.table.game.live import LiveGame, Moment, Played
from hub.table.interfaces.documents import read_document
from hub.table.interfaces.storage import Batch, StoreError
from hub.table.state import LookedBack, TableState
from hub.table.wire.hindsight_views import HindsightView, LookingBackView
from hub.table.writer_lock import WriterLock

log = logging.getLogger(__name__)


class HindsightDesk:
    """Holds a finished game until its hindsight is computed. Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock) -> None:
        self._state, self._lock = state, lock

    def is_open(self) -> bool:
        """Whether the game is over and people want to know why it ended as it did. Needs no lock."""
        return _over(self._state) is not None

    def wanted(self) -> tuple[Moment, Played] | None:
        """The game at the table, if its hindsight is wanted and not known yet."""
        with self._lock:
            looked = _looked(self._state)
            if looked is None or looked.found is not None or self._state.live is None:
                return None
            return looked.moment, self._state.live.played()

    def is_wanted(self, moment: Moment) -> bool:
        """Whether the game has not changed since this moment, and people still want to know. Needs no lock."""
        live = _over(self._state)
        return live is not None and live.moment == moment

    def note(self, moment: Moment, percent: int) -> None:
        """Report progress, in percent."""
        with self._lock:
            if self.is_wanted(moment):
                self._state.looked_back = LookedBack(moment, percent)

    def answer(self, moment: Moment, found: HindsightView) -> None:
        """Store the findings, unless they are no longer wanted; if they cannot be stored, they are kept in memory."""
        with self._lock:
            if self.is_wanted(moment):
                self._state.looked_back = LookedBack(moment, 100, found)
                commit(self._state, Batch(documents={_name(found.game): msgspec.json.encode(found)}))

    def shown(self) -> LookingBackView:
        """The progress or the findings, for the page with the story of the game."""
        with self._lock:
            looked = _looked(self._state)
        if looked is None:
            return LookingBackView(wanted=False)
        return LookingBackView(wanted=True, percent=looked.percent, found=looked.found)


def _over(state: TableState) -> LiveGame | None:
    """The game at the table if it is over and its players had the outlook switched on."""
    live, lobby = state.live, state.lobby
    declined = not lobby.outlook or lobby.declined == lobby.game
    return None if live is None or declined or live.game.state.turns.winner == NOBODY else live


def _looked(state: TableState) -> LookedBack | None:
    """The findings about the game at the table, read once from the store; None if nobody may know them."""
    live = _over(state)
    if live is None:
        return None
    if state.looked_back is None or state.looked_back.moment != live.moment:
        found = _stored(state, live.moment)
        state.looked_back = LookedBack(live.moment, 100 if found else 0, found)
    return state.looked_back


def _stored(state: TableState, moment: Moment) -> HindsightView | None:
    game, entries = moment
    try:
        found = read_document(state.store.document, _name(game), HindsightView)
    except StoreError as damaged:
        log.warning("hindsight cannot be read: %s", damaged)
        return None
    return found if found is not None and found.entries == entries else None


def _name(game: str) -> str:
    return f"hindsight:{game}"

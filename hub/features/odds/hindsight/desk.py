"""Which finished game needs hindsight, and its findings, if its players had the outlook switched on.

It takes minutes at most, in processes of the lowest priority; nobody at the table waits for it. The findings are stored
next to the log, so that they are computed only once. After an undo they no longer apply.
"""

import logging
from functools import partial

import msgspec
from msgspec import Struct

from hub.domain.history import Move, effective
from hub.domain.ids import NOBODY
from hub.domain.turns import GameWon
from hub.features.odds.contract import HindsightView, LookingBackView
from hub.features.odds.hindsight.measuring import FinishedGame, look_back, usual_budget
from hub.features.odds.outlook import Budget
from hub.features.odds.settings import wanted_in_game
from hub.features.odds.threads import OddsThread
from hub.table.automatic.threads import Desk
from hub.table.changes.commits import Kept, commit
from hub.table.game.live import LiveGame, Moment, Played
from hub.table.interfaces.storage import Batch, StoreError, read_document
from hub.table.state import TableState

log = logging.getLogger(__name__)

QUIET_S = 1.0
"""What follows the end at once, such as an undo, comes first."""


class LookedBack(Struct, frozen=True):
    """The progress of hindsight on a finished game, in percent, and finally its findings."""

    moment: Moment
    percent: int = 0
    found: HindsightView | None = None


LOOKED_BACK: Kept[LookedBack | None] = Kept("hindsight", None)
"""The newest, perhaps of an earlier game."""


class HindsightDesk(Desk):
    """Holds a finished game until its hindsight is computed. Methods may be called from any thread."""

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
                LOOKED_BACK.put(self._state, LookedBack(moment, percent))

    def answer(self, moment: Moment, found: HindsightView) -> None:
        """Store the findings, unless they are no longer wanted; if they cannot be stored, they are kept in memory."""
        with self._lock:
            if self.is_wanted(moment):
                LOOKED_BACK.put(self._state, LookedBack(moment, 100, found))
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
    live = state.live
    return live if live is not None and live.game.state.turns.winner != NOBODY and wanted_in_game(state) else None


def _looked(state: TableState) -> LookedBack | None:
    """The findings about the game at the table, read once from the store; None if nobody may know them."""
    live = _over(state)
    if live is None:
        return None
    looked = LOOKED_BACK.at(state)
    if looked is None or looked.moment != live.moment:
        found = _stored(state, live.moment)
        looked = LookedBack(live.moment, 100 if found else 0, found)
        LOOKED_BACK.put(state, looked)
    return looked


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


class HindsightThread(OddsThread):
    """Checks after each `wake` whether the hindsight of a game is wanted. Its processes end with each answer."""

    def __init__(self, desk: HindsightDesk, budget: Budget | None = None) -> None:
        super().__init__("hindsight", QUIET_S, desk.is_open)
        self._desk, self._budget = desk, budget

    def _compute(self) -> None:
        wanted = self._desk.wanted()
        if wanted is None:
            return
        moment, played = wanted
        past, unwanted = past_of(played, moment), self._unless(self._desk.is_wanted, moment)
        with self._workers as workers:
            budget = self._budget or usual_budget(past.rules)
            found = look_back(workers, past, budget, unwanted, partial(self._desk.note, moment))
        self._desk.answer(moment, found)


def past_of(played: Played, moment: Moment) -> FinishedGame:
    """A finished game as the input of hindsight."""
    in_force = [played.entries[index].entry for index in effective(stored.entry for stored in played.entries).moves]
    moves = [entry for entry in in_force if isinstance(entry, Move)]
    winner = next(fact.seat for move in reversed(moves) for fact in reversed(move.facts) if isinstance(fact, GameWon))
    game, entries = moment
    return FinishedGame(game, entries, played.rules, moves, len(played.record.names), winner)

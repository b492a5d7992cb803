"""Which finished game needs hindsight, and its findings, if its players had the outlook switched on.

It takes minutes at most, in processes of the lowest priority; nobody at the table waits for it. The findings are stored
next to the log, so that they are computed only once. After an undo they no longer apply.
"""

import logging
from collections.abc import Callable
from functools import partial

import msgspec

from hub.domain.history import Move, effective
from hub.domain.ids import NOBODY
from hub.domain.turns import GameWon
from hub.features.odds.contract import HindsightView, LookingBackView
from hub.features.odds.hindsight.measuring import look_back, usual_budget
from hub.features.odds.hindsight.spans import FinishedGame
from hub.features.odds.outlook import Budget
from hub.features.odds.settings import wanted_in_game
from hub.features.odds.threads import OddsDesk
from hub.simulation.workers import Workers
from hub.table.game.live import Moment, Played
from hub.table.interfaces.storage import Batch, StoreError, read_document
from hub.table.state import Kept, TableState, commit

log = logging.getLogger(__name__)

QUIET_S = 1.0
"""What follows the end at once, such as an undo, comes first."""


class HindsightDesk(OddsDesk[Moment, LookingBackView]):
    """Asks why the game that is over ended as it did. Its processes end with each answer."""

    newest = Kept[tuple[Moment, LookingBackView] | None]("hindsight", None)
    quiet_s = QUIET_S
    budget: Budget | None = None

    @staticmethod
    def question(table: TableState) -> Moment | None:
        """None unless the game at the table is over and its players had the outlook switched on."""
        live = table.live
        if live is None or live.game.state.turns.winner == NOBODY or not wanted_in_game(table):
            return None
        return live.moment

    @classmethod
    def known(cls, table: TableState, question: Moment) -> LookingBackView | None:
        """The findings, read once from the store."""
        progress = cls.progress(table, question)
        return progress if progress.found else None

    @classmethod
    def progress(cls, table: TableState, moment: Moment) -> LookingBackView:
        known = super().known(table, moment)
        if known is None:
            found = _stored(table, moment)
            known = LookingBackView(wanted=True, percent=100 if found else 0, found=found)
            cls.newest.put(table, (moment, known))
        return known

    def find(self, question: Moment, workers: Workers, unwanted: Callable[[], bool]) -> None:
        with self._lock:
            live = self._state.live
            if live is None or not self.is_wanted(question):
                return
            played = live.played()
        past = past_of(played, question)
        with workers:
            budget = self.budget or usual_budget(past.rules)
            found = look_back(workers, past, budget, unwanted, partial(self.note, question))
        self.answer(question, LookingBackView(wanted=True, percent=100, found=found))

    def note(self, moment: Moment, percent: int) -> None:
        """Report progress, in percent."""
        with self._lock:
            if self.is_wanted(moment):
                self.newest.put(self._state, (moment, LookingBackView(wanted=True, percent=percent)))

    def answer(self, question: Moment, found: LookingBackView) -> None:
        """Store the findings, unless they are no longer wanted; if they cannot be stored, they are kept in memory."""
        with self._lock:
            if self.is_wanted(question):
                self.newest.put(self._state, (question, found))
                commit(self._state, Batch(documents={_name(question[0]): msgspec.json.encode(found.found)}))

    def shown(self) -> LookingBackView:
        """The progress or the findings, for the page with the story of the game."""
        with self._lock:
            moment = self.question(self._state)
            return LookingBackView(wanted=False) if moment is None else self.progress(self._state, moment)


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


def past_of(played: Played, moment: Moment) -> FinishedGame:
    """A finished game as the input of hindsight."""
    in_force = [played.entries[index].entry for index in effective(stored.entry for stored in played.entries).moves]
    moves = [entry for entry in in_force if isinstance(entry, Move)]
    winner = next(fact.seat for move in reversed(moves) for fact in reversed(move.facts) if isinstance(fact, GameWon))
    game, entries = moment
    return FinishedGame(game, entries, played.rules, moves, len(played.record.names), winner)

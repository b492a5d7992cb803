"""Computes the outlook of the game at a table after each move, while people want to know it.

Nothing here delays the table: a position is copied under its lock in a fraction of a millisecond, and the answer is one
more publication. A move makes the question obsolete, and work on it stops at once.
"""

from __future__ import annotations

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.features.odds.contract import OutlookView
from hub.features.odds.evaluation import is_fitted
from hub.features.odds.outlook import Budget, Outlook, at_once, outlook, usual_budget
from hub.features.odds.position import TO_THE_END, Position, seen_by
from hub.features.odds.settings import ODDS
from hub.features.odds.threads import OddsThread
from hub.simulation.pace import minutes, seconds_per_turn
from hub.table.automatic.threads import Desk
from hub.table.changes import pausing
from hub.table.changes.commits import Kept
from hub.table.game.live import Moment
from hub.table.game.shown import EVERYBODY
from hub.table.state import TableState

PATIENCE_S = 0.8
"""How long people wait for the refined answer after a move; busy processes take a moment longer."""

QUIET_S = 0.05
"""A throw and the move it leads to often come at once: only the position after them is worth an answer."""


class OutlookThread(OddsThread):
    """Checks after each `wake` whether there is something to foresee. Processes run only while people want to know."""

    def __init__(self, desk: OutlookDesk, budget: Budget | None = None) -> None:
        super().__init__("outlook", QUIET_S, desk.is_open)
        self._desk = desk
        self._budget = budget or usual_budget(PATIENCE_S)

    def _compute(self) -> None:
        asked = self._desk.wanted()
        if asked is None:
            if self._desk.is_open():
                self._workers.warm_up(self._stopped.is_set)
            return
        game, _entries = asked.moment
        position, turn_s = asked.position, seconds_per_turn(asked.moments_ms, asked.position.state.turns.number)
        # all positions of a game share their luck, so that only the position differs between two of them
        if is_fitted(position.rules):
            self._desk.answer(asked.moment, shown(at_once(position, game), turn_s))
        unwanted = self._unless(self._desk.is_wanted, asked.moment)
        found = outlook(self._workers, position, game, self._budget, unwanted)
        self._desk.answer(asked.moment, shown(found, turn_s))


def shown(found: Outlook, turn_s: float) -> OutlookView:
    """An outlook as pages show it, if a turn takes `turn_s` seconds."""
    odds, low, high = (tuple([round(share, 3) for share in shares]) for shares in (found.odds, found.low, found.high))
    left, least, most = [minutes(turns, turn_s) for turns in (found.turns_left, found.turns_least, found.turns_most)]
    return OutlookView(odds, low, high, left, least, most, played_on=found.engine == TO_THE_END)


OUTLOOK: Kept[tuple[Moment, OutlookView] | None] = Kept("outlook", None)
"""The newest, and of which moment it is, perhaps of an earlier one."""


class WantedOutlook(Struct, frozen=True):
    """A moment of the running game, its position as an onlooker knows it, and when the moves that all see were made."""

    moment: Moment
    position: Position
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
            if live.game.state.turns.winner != NOBODY or (known is not None and known[0] == live.moment):
                return None
            shown = live.log_for(EVERYBODY)
            moments_ms = tuple([at_ms for seq, at_ms in enumerate(live.moments_ms) if shown.shows(seq)])
            return WantedOutlook(live.moment, seen_by(live.game.rules, live.game.state, None), moments_ms)

    def is_wanted(self, moment: Moment) -> bool:
        """Whether people still want to know, and nothing has happened since. Needs no lock."""
        return self.is_open() and self._state.is_at(moment)

    def answer(self, moment: Moment, outlook: OutlookView) -> None:
        """Show the outlook, unless it comes too late."""
        with self._lock:
            if self.is_wanted(moment):
                OUTLOOK.put(self._state, (moment, outlook))
                self._publish()


def shown_outlook(table: TableState) -> OutlookView | None:
    """The outlook if it is of the present position: an older one is never shown for a newer position."""
    if not ODDS.at(table).on:
        return None
    known = OUTLOOK.at(table)
    return known[1] if known is not None and table.is_at(known[0]) else OutlookView()

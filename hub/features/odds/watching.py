"""Computes the outlook of the game at a table after each move, while people want to know it.

Nothing here delays the table: a position is copied under its lock in a fraction of a millisecond, and the answer is one
more publication. A move makes the question obsolete, and work on it stops at once.
"""

from __future__ import annotations

from hub.features.odds.contract import OutlookView
from hub.features.odds.evaluation import is_fitted
from hub.features.odds.outlook import Budget, Outlook, at_once, outlook, usual_budget
from hub.features.odds.outlook_desk import OutlookDesk
from hub.features.odds.playing import TO_THE_END
from hub.features.odds.position import seen_by
from hub.features.odds.threads import KeptOddsThread
from hub.simulation.pace import minutes, seconds_per_turn
from hub.table.game.live import Moment

PATIENCE_S = 0.8
"""How long people wait for the refined answer after a move; busy processes take a moment longer."""

QUIET_S = 0.05
"""A throw and the move it leads to often come at once: only the position after them is worth an answer."""


class OutlookThread(KeptOddsThread):
    """Checks after each `wake` whether there is something to foresee. Processes run only while people want to know."""

    def __init__(self, desk: OutlookDesk, budget: Budget | None = None) -> None:
        super().__init__("outlook", QUIET_S, desk.is_open)
        self._desk = desk
        self._budget = budget or usual_budget(PATIENCE_S)

    def _compute(self) -> None:
        if not self._desk.is_open():
            self._workers.close()
            return
        asked = self._desk.wanted()
        if asked is None:
            self._workers.warm_up(self._stopped.is_set)
            return
        game, _entries = asked.moment
        position = seen_by(asked.rules, asked.state, None)
        turn_s = seconds_per_turn(asked.moments_ms, asked.state.turns.number)

        def unwanted() -> bool:
            return self._is_old(asked.moment)

        # all positions of a game share their luck, so that only the position differs between two of them
        if is_fitted(asked.rules):
            self._desk.answer(asked.moment, shown(at_once(self._workers, position, game, unwanted), turn_s))
        found = outlook(self._workers, position, game, self._budget, unwanted)
        self._desk.answer(asked.moment, shown(found, turn_s))

    def _is_old(self, moment: Moment) -> bool:
        return self._stopped.is_set() or not self._desk.is_wanted(moment)


def shown(found: Outlook, turn_s: float) -> OutlookView:
    """An outlook as pages show it, if a turn takes `turn_s` seconds."""
    odds, low, high = (tuple([round(share, 3) for share in shares]) for shares in (found.odds, found.low, found.high))
    left, least, most = [minutes(turns, turn_s) for turns in (found.turns_left, found.turns_least, found.turns_most)]
    return OutlookView(odds, low, high, left, least, most, played_on=found.engine == TO_THE_END)

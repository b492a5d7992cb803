"""Computes the hindsight of a table's game once it is over, if its players had the outlook switched on.

It takes minutes at most, in processes of the lowest priority; nobody at the table waits for it.
"""

from functools import partial

from hub.domain.history import Move, effective
from hub.domain.turns import GameWon
from hub.features.odds.hindsight.desk import HindsightDesk
from hub.features.odds.hindsight.measuring import FinishedGame, look_back, usual_budget
from hub.features.odds.outlook import Budget
from hub.features.odds.threads import OddsThread
from hub.table.game.live import Moment, Played

QUIET_S = 1.0
"""What follows the end at once, such as an undo, comes first."""


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

"""Looks back at the game of a table once it is over, if its players wanted to know who was winning.

It takes minutes at most, in processes that give way to everything else; nobody at the table waits for it.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

from hub.domain.history import Move, effective
from hub.domain.turns import GameWon
from hub.foresight.foreseeing import Foreseeing
from hub.foresight.hindsight.measuring import Effort, Past, look_back, usual_effort
from hub.foresight.outlook import usual_jobs
from hub.foresight.workers import Workers
from hub.table.game.live import Moment, Played
from hub.table.wire.hindsight_views import HindsightView

QUIET_S = 1.0
"""What follows the end at once, such as an undo, comes first."""


class HindsightTable(Protocol):
    """What is needed of a table."""

    def wanted_hindsight(self) -> tuple[Moment, Played] | None:
        """The game that should be looked back at."""

    def is_hindsight_wanted(self, moment: Moment) -> bool:
        """Whether it still should."""

    def looking_back(self, moment: Moment, percent: int) -> None:
        """How far it has come."""

    def looked_back(self, moment: Moment, found: HindsightView) -> None:
        """What was found."""


class HindsightThread(Foreseeing):
    """Looks after each `wake` whether a game is to be looked back at. Its processes end with each answer."""

    def __init__(self, table: HindsightTable, effort: Effort | None = None) -> None:
        super().__init__("hindsight", QUIET_S)
        self._table, self._effort = table, effort or usual_effort()

    def _foresee(self) -> None:
        wanted = self._table.wanted_hindsight()
        if wanted is None:
            return
        moment, played = wanted
        past = past_of(played, moment)
        with Workers(usual_jobs()) as workers:
            found = look_back(
                workers, past, self._effort, lambda: self._is_old(moment), partial(self._table.looking_back, moment)
            )
        self._table.looked_back(moment, found)

    def _is_old(self, moment: Moment) -> bool:
        return self._stopped.is_set() or not self._table.is_hindsight_wanted(moment)


def past_of(played: Played, moment: Moment) -> Past:
    """A game that is over, as it is looked back at."""
    in_force = [played.entries[index].entry for index in effective(stored.entry for stored in played.entries).moves]
    moves = [entry for entry in in_force if isinstance(entry, Move)]
    winner = next(fact.seat for move in reversed(moves) for fact in reversed(move.facts) if isinstance(fact, GameWon))
    game, entries = moment
    return Past(game, entries, played.rules, moves, len(played.record.names), winner)

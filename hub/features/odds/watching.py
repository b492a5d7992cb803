"""Computes the outlook of the game at a table after each move, while people want to know it.

Nothing here delays the table: a position is copied under its lock in a fraction of a millisecond, and the answer is one
more publication. A move makes the question obsolete, and work on it stops at once.
"""

from collections.abc import Callable

from hub.features.odds.contract import OutlookView
from hub.features.odds.outlook import Budget, Outlook, at_once, outlook, usual_budget
from hub.features.odds.position import TO_THE_END, Position, is_fitted, seen_by
from hub.features.odds.settings import ODDS
from hub.features.odds.threads import OddsDesk
from hub.simulation.pace import minutes, seconds_per_turn
from hub.simulation.workers import GivenUp, Workers
from hub.table.game.live import Moment
from hub.table.game.shown import EVERYBODY
from hub.table.state import Kept, TableState

PATIENCE_S = 0.8
"""How long people wait for the refined answer after a move; busy processes take a moment longer."""

QUIET_S = 0.05
"""A throw and the move it leads to often come at once: only the position after them is worth an answer."""


def shown(found: Outlook, turn_s: float) -> OutlookView:
    """An outlook as pages show it, if a turn takes `turn_s` seconds."""
    odds, low, high = (tuple([round(share, 3) for share in shares]) for shares in (found.odds, found.low, found.high))
    left, least, most = [minutes(turns, turn_s) for turns in (found.turns_left, found.turns_least, found.turns_most)]
    return OutlookView(odds, low, high, left, least, most, played_on=found.engine == TO_THE_END)


class OutlookDesk(OddsDesk[Moment, OutlookView]):
    """Asks about the present position. Processes are there as long as people want to know."""

    newest = Kept[tuple[Moment, OutlookView] | None]("outlook", None)
    quiet_s = QUIET_S
    budget: Budget | None = None

    @staticmethod
    def question(table: TableState) -> Moment | None:
        live = table.playing
        return live.moment if live is not None and ODDS.at(table).on else None

    def is_open(self) -> bool:
        return ODDS.at(self._state).on

    def find(self, question: Moment, workers: Workers, unwanted: Callable[[], bool]) -> None:
        (game, _entries), (position, moments_ms) = question, self.known_to_all(question)
        turn_s = seconds_per_turn(moments_ms, position.state.turns.number)
        # all positions of a game share their luck, so that only the position differs between two of them
        if is_fitted(position.rules):
            self.answer(question, shown(at_once(position, game), turn_s))
        found = outlook(workers, position, game, self.budget or usual_budget(PATIENCE_S), unwanted)
        self.answer(question, shown(found, turn_s))

    def known_to_all(self, moment: Moment) -> tuple[Position, list[int]]:
        """The position as an onlooker knows it, and when the moves that all see were made. Raises GivenUp."""
        with self._lock:
            live = self._state.live
            if live is None or live.moment != moment:
                raise GivenUp
            log = live.log_for(EVERYBODY)
            moments_ms = [at_ms for seq, at_ms in enumerate(live.moments_ms) if log.shows(seq)]
            return seen_by(live.game.rules, live.game.state, None), moments_ms


def shown_outlook(table: TableState) -> OutlookView | None:
    """The outlook if it is of the present position: an older one is never shown for a newer position."""
    if not ODDS.at(table).on:
        return None
    moment = OutlookDesk.question(table)
    return OutlookView() if moment is None else OutlookDesk.known(table, moment) or OutlookView()

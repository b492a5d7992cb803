"""Masters at a real table: their rollouts are played by separate processes, without holding the table's lock."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from hub.bots.sight import Sight
from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat
from hub.features.odds.master import Dilemma, master
from hub.features.odds.outlook import usual_jobs
from hub.features.odds.rollouts import RolloutWorkers
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.table.automatic.bots import Chooser, MoreBots


class Thought:
    """A dilemma, with the workers for its rollouts."""

    def __init__(self, dilemma: Dilemma, workers: RolloutWorkers) -> None:
        self._dilemma, self._workers = dilemma, workers

    def think(self, unwanted: Callable[[], bool]) -> SeatCommand | None:
        """The chosen command, None once `unwanted`."""
        return self._dilemma.think(self._workers, unwanted)


class Masters:
    """Creates choosers for the seats that masters play. Processes are started with the first dilemma."""

    def __init__(self) -> None:
        self._workers = RolloutWorkers(usual_jobs())

    def __call__(self, rules: Rules, seed: str) -> Chooser:
        """The chooser for one seat of one game."""
        bot = master(rules)(seed)

        def choose(game: Game, seat: Seat) -> SeatCommand | Thought | None:
            found = bot.consider(Sight(game, seat))
            return Thought(found, self._workers) if isinstance(found, Dilemma) else found

        return choose

    def close(self) -> None:
        """End the processes; called by the thread of the bots while none plays, and at the end."""
        self._workers.close()


def table_bots(closing: ExitStack) -> MoreBots:
    """Masters for a table; their processes end with `closing`, and rest while no bot plays."""
    masters = Masters()
    closing.callback(masters.close)
    return MoreBots({"master": masters}, masters.close)

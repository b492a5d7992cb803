"""Advice for the seats of a table that ask for it, one after the other; nothing of it delays the table or is stored."""

from __future__ import annotations

import logging
from functools import partial

from hub.features.odds.advice import advice
from hub.features.odds.advice_desk import AdviceDesk, WantedAdvice
from hub.features.odds.contract import AdviceView
from hub.features.odds.outlook import Budget, usual_jobs
from hub.features.odds.position import seen_by
from hub.features.odds.rollouts import RolloutWorkers
from hub.simulation.workers import GivenUp, WorkersLost
from hub.table.automatic.wakeable_thread import WakeableThread

log = logging.getLogger(__name__)


class AdviceThread(WakeableThread):
    """Looks after each `wake` whether somebody asks. Processes run only while somebody may."""

    def __init__(self, desk: AdviceDesk, budget: Budget | None = None) -> None:
        super().__init__("advice", needed=desk.is_open)
        self._desk, self._workers = desk, RolloutWorkers(usual_jobs())
        self._budget = budget

    def _run(self) -> None:
        with self._workers:
            super()._run()

    def _look(self) -> None:
        if not self._desk.is_open():
            self._workers.close()
            return
        while not self._stopped.is_set() and (wanted := self._desk.wanted()) is not None:
            self._desk.answer(wanted.seat, wanted.asked, self._found(wanted))

    def _found(self, wanted: WantedAdvice) -> AdviceView | None:
        seat, asked = wanted.seat, wanted.asked
        game, _entries = asked.moment
        try:
            # all positions of a game share their luck, and it tells nothing about the game's own
            position = seen_by(wanted.rules, wanted.state, seat)
            unwanted = partial(self._is_old, wanted)
            found = advice(self._workers, position, seat, asked.offer, game, self._budget, unwanted)
        except (GivenUp, WorkersLost) as ended:
            log.debug("no advice: %r", ended)
        except Exception:
            log.exception("advice failed")
        else:
            return AdviceView("answered", asked.offer, found)
        return None

    def _is_old(self, wanted: WantedAdvice) -> bool:
        return self._stopped.is_set() or not self._desk.is_wanted(wanted.seat, wanted.asked)

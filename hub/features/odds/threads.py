"""What foresees beside a table: a thread that looks when it is woken, with processes that do the counting.

A question may become old while it is being answered, and processes may be lost; neither disturbs the table.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

from hub.features.odds.outlook import usual_jobs
from hub.simulation.workers import GivenUp, Workers, WorkersLost
from hub.table.automatic.threads import WakeableThread

T = TypeVar("T")

log = logging.getLogger(__name__)


class OddsThread(WakeableThread):
    """Answers a question of the table after each `wake`, if there is one. Keeps its processes while it is `needed`."""

    def __init__(self, name: str, quiet_s: float, needed: Callable[[], bool]) -> None:
        super().__init__(name, quiet_s, needed)
        self._workers = Workers(usual_jobs())

    def _run(self) -> None:
        with self._workers:
            super()._run()

    def _look(self) -> None:
        try:
            self._compute()
        except (GivenUp, WorkersLost) as ended:
            log.debug("no %s: %r", self.name, ended)
        except Exception:
            log.exception("the %s failed", self.name)
        finally:
            if not self._needed():
                self._workers.close()

    def _compute(self) -> None:
        """Find the answer, if one is wanted now, and give it to the table."""
        raise NotImplementedError

    def _unless(self, is_wanted: Callable[[T], bool], asked: T) -> Callable[[], bool]:
        """Tells whether the answer is no longer wanted, or the hub ends."""
        return lambda: self._stopped.is_set() or not is_wanted(asked)

"""What people want to know at a table: held at a desk until a thread, which looks when it is woken, has the answer.

Processes do the counting. A question may become old while it is being answered, and processes may be lost; neither
disturbs the table.
"""

import logging
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from hub.features.odds.outlook import usual_jobs
from hub.simulation.workers import GivenUp, Workers, WorkersLost
from hub.table.automatic.threads import Desk, WakeableThread
from hub.table.changes import pausing
from hub.table.state import Kept, TableState

Q = TypeVar("Q")
V = TypeVar("V")

log = logging.getLogger(__name__)


class OddsDesk(Desk, Generic[Q, V]):
    """Holds the question of a table until it is answered. Methods may be called from any thread.

    `newest` is the latest answer, perhaps to an earlier question. One looks only after `quiet_s` seconds.
    """

    newest: ClassVar[Kept[Any]]
    quiet_s: ClassVar[float] = 0

    @staticmethod
    def question(table: TableState) -> Q | None:
        """What people want to know now, whether it is answered or not. Needs no lock, as the two that follow."""
        raise NotImplementedError

    def is_open(self) -> bool:
        return self.question(self._state) is not None

    def is_wanted(self, question: Q) -> bool:
        return self.question(self._state) == question

    def wanted(self) -> Q | None:
        """The question, if it is not answered yet."""
        with self._lock:
            question = self.question(self._state)
            is_answered = question is None or self.known(self._state, question) is not None
            return None if is_answered or pausing.is_frozen(self._state) else question

    @classmethod
    def known(cls, table: TableState, question: Q) -> V | None:
        """What was found about this question."""
        newest: tuple[Q, V] | None = cls.newest.at(table)
        return newest[1] if newest is not None and newest[0] == question else None

    def answer(self, question: Q, found: V) -> None:
        """Show the answer, unless it comes too late."""
        with self._lock:
            if self.is_wanted(question):
                self.newest.put(self._state, (question, found))
                self._publish()

    def find(self, question: Q, workers: Workers, unwanted: Callable[[], bool]) -> None:
        """Find the answer and give it. Raises GivenUp as soon as it is `unwanted`, WorkersLost."""
        raise NotImplementedError


class OddsThread(WakeableThread):
    """Answers the question of a desk after each `wake`, if there is one. Keeps its processes while the desk is open."""

    def __init__(self, desk: OddsDesk[Any, Any]) -> None:
        super().__init__(desk.newest.name, desk.quiet_s, desk.is_open)
        self._desk, self._workers = desk, Workers(usual_jobs())

    def _run(self) -> None:
        with self._workers:
            super()._run()

    def _look(self) -> None:
        desk, ended = self._desk, self._stopped.is_set
        try:
            question = desk.wanted()
            if question is not None:
                desk.find(question, self._workers, lambda: ended() or not desk.is_wanted(question))
        except (GivenUp, WorkersLost) as given_up:
            log.debug("no %s: %r", self.name, given_up)
        except Exception:
            log.exception("the %s failed", self.name)
        finally:
            if not desk.is_open():
                self._workers.close()

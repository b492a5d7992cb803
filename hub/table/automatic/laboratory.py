"""Where the laboratory is asked for and reports its progress; `hub.lab.at_table` plays the games."""

from __future__ import annotations

from collections.abc import Callable

from hub.table.changes import laboratory
from hub.table.changes.playing import for_the_banker_alone
from hub.table.state import LabOrder, TableState
from hub.table.wire.lab_views import LabReportView, LabTrouble
from hub.table.writer_lock import WriterLock


class LabDesk:
    """A part of the table: the banker is shown what it hears, and nobody else. From any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def ready(self, report: LabReportView | None) -> None:
        """There is a laboratory, and perhaps a report of an earlier evening."""
        self._tell(lambda: laboratory.ready(self._state, report))

    def wanted(self) -> LabOrder | None:
        """What is to be played now. Needs no lock."""
        return self._state.lab_order

    def played(self, order: LabOrder, played: int, whole: int, left_s: int) -> None:
        """This many games are finished, and about this many seconds remain, -1 if unknown."""
        self._tell(lambda: laboratory.note(self._state, order, played, whole, left_s))

    def found(self, order: LabOrder, report: LabReportView) -> None:
        """The report can be opened."""
        self._tell(lambda: laboratory.found(self._state, order, report))

    def failed(self, order: LabOrder, trouble: LabTrouble) -> None:
        """It stopped by itself."""
        self._tell(lambda: laboratory.failed(self._state, order, trouble))

    def _tell(self, change: Callable[[], bool]) -> None:
        with self._lock:
            if change():
                for_the_banker_alone(self._state)
                self._publish()

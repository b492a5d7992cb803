"""Orders for the laboratory, and its progress; `hub.features.laboratory` plays the games."""

from __future__ import annotations

from collections.abc import Callable

from hub.table.changes import laboratory
from hub.table.changes.playing import for_the_banker_alone
from hub.table.state import LabOrder, TableState
from hub.table.wire.lab_views import LabReportView, LabTrouble
from hub.table.writer_lock import WriterLock


class LabDesk:
    """Whatever is reported here is shown to the banker only. Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def ready(self, report: LabReportView | None) -> None:
        """Announce that there is a laboratory, and the report of an earlier evening, if any."""
        self._tell(lambda: laboratory.ready(self._state, report))

    def wanted(self) -> LabOrder | None:
        """The order to work on now, None if there is none. Needs no lock."""
        return self._state.lab_order

    def played(self, order: LabOrder, played: int, whole: int, left_s: int) -> None:
        """Report progress: finished games, games in all, and roughly how many seconds remain (-1: unknown)."""
        self._tell(lambda: laboratory.note(self._state, order, played, whole, left_s))

    def found(self, order: LabOrder, report: LabReportView) -> None:
        """Announce that the report can be opened."""
        self._tell(lambda: laboratory.found(self._state, order, report))

    def failed(self, order: LabOrder, trouble: LabTrouble) -> None:
        """Report that the run stopped because of an error."""
        self._tell(lambda: laboratory.failed(self._state, order, trouble))

    def _tell(self, change: Callable[[], bool]) -> None:
        with self._lock:
            if change():
                for_the_banker_alone(self._state)
                self._publish()

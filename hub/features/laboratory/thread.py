"""The laboratory of a running hub: carries out the banker's orders during play, and stores the report.

Games are played and the report is written by processes of the lowest priority on half of the processors; the others are
left to the table and its odds. The hub itself only stores lines.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hub.features.laboratory.contract import LabReportView, LabTrouble
from hub.features.laboratory.desk import LabDesk, LabOrder
from hub.features.laboratory.newest import Newest, stored
from hub.simulation.workers import ProcessPools
from hub.table.automatic.threads import WakeableThread
from hub.table.interfaces.storage import StoreError
from hub.words import Language

if TYPE_CHECKING:
    from hub.features.laboratory.carrying_out import CarriedOut

log = logging.getLogger(__name__)

NAME_BYTES = 16
PLACES = ProcessPools(1)
"""Shared by all tables of this program: games are played for one table at a time, and others wait."""


class LabPage(NamedTuple):
    """A page, and what it is made of and a browser may use, as a Content-Security-Policy."""

    content: bytes
    policy: str


class LabThread(WakeableThread):
    """Checks after each `wake` whether something is to be played. `turn_s` is how long a turn takes at this table.

    Asking again for a run that was stopped, or cut short by a power cut, resumes with the games in `folder`.
    """

    def __init__(self, desk: LabDesk, folder: Path, turn_s: Callable[[], float], places: ProcessPools = PLACES) -> None:
        super().__init__("laboratory")
        self._desk, self._folder, self._turn_s, self._places = desk, folder, turn_s, places
        self._newest: tuple[str, Newest] | None = None

    def start(self) -> None:
        """Show the report of an earlier evening, then begin."""
        found = stored(self._folder)
        self._desk.ready(None if found is None else self._named(found))
        super().start()

    def wake(self, *publication: object) -> None:
        """Check again, but only if there is an order; most publications do not concern the laboratory."""
        if self._desk.wanted() is not None or self._stopped.is_set():
            super().wake(*publication)

    def page(self, name: str, language: Language) -> LabPage | None:
        """The newest report, by its name. From any thread."""
        named = self._newest
        if named is None or not hmac.compare_digest(name.encode(), named[0].encode()):
            return None
        return LabPage(named[1].pages[language].encode(), named[1].policies[language])

    def _look(self) -> None:
        order = self._desk.wanted()
        if order is None:
            return
        from hub.features.laboratory.carrying_out import CarriedOut, Unwanted
        from hub.simulation.stored import LabError

        try:
            played = partial(self._desk.played, order)
            self._carried_out(order, CarriedOut(order, self._folder, played, lambda: self._is_unwanted(order)))
        except Unwanted:
            log.debug("the laboratory was stopped")
        except LabError as lost:
            self._fail(order, "lost", lost)
        except (OSError, StoreError) as unstored:
            self._fail(order, "unstored", unstored)
        except Exception:
            log.exception("the laboratory failed")
            self._desk.failed(order, "failed")

    def _fail(self, order: LabOrder, trouble: LabTrouble, cause: Exception) -> None:
        log.warning("the laboratory stopped: %s", cause)
        self._desk.failed(order, trouble)

    def end(self) -> None:
        """Do nothing: the thread that plays holds its place until it has finished."""

    def _carried_out(self, order: LabOrder, carried_out: CarriedOut) -> None:
        """Carry out the order once it is this table's turn."""
        with self._places.busy(self, lambda: not self._is_unwanted(order)) as ours:
            try:
                if ours:
                    self._desk.found(order, self._named(carried_out.report(self._turn_s)))
            finally:
                self._places.leave(self)

    def _is_unwanted(self, order: LabOrder) -> bool:
        return self._stopped.is_set() or self._desk.wanted() is not order

    def _named(self, found: Newest) -> LabReportView:
        """The report under an unguessable name, new at each start, so that an old view gives no access."""
        name = secrets.token_hex(NAME_BYTES)
        self._newest = name, found
        return LabReportView(name, found.question)

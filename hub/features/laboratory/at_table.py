"""What the laboratory does at a table: plays when the banker asks, and shows its report in a window of its own.

Games are played and the report is written by processes of the lowest priority on half of the processors; the others are
left to the table and its odds. The hub itself only stores lines. A window that is opened sends no key, so the page
has a name that only the banker's view contains. It does not have the rights of our pages: the browser shows it, runs
nothing in it and lets it send no requests.
"""

import hmac
import logging
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path

from flask import Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.laboratory.carrying_out import Newest, carry_out, stored
from hub.features.laboratory.desk import LabDesk, LabOrder, LabReportView
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, asked_language
from hub.server.limits import Limits
from hub.simulation.stored import LabError
from hub.simulation.workers import GivenUp, ProcessPools
from hub.table.automatic.threads import WakeableThread
from hub.table.interfaces.storage import StoreError
from hub.table.wire.audience import TableReason

ALONE = "; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
FILE = "bankhalter-lab.html"
log = logging.getLogger(__name__)
NAME_BYTES = 16
PLACES = ProcessPools(1)
"""Shared by all tables of this program: games are played for one table at a time, and others wait."""

FOLDER = "laboratory"


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

    def report(self, name: str) -> Newest | None:
        """The newest report, if that is its name. From any thread."""
        named = self._newest
        return named[1] if named is not None and hmac.compare_digest(name.encode(), named[0].encode()) else None

    def _look(self) -> None:
        order = self._desk.wanted()
        if order is None:
            return
        try:
            self._carry_out(order)
        except GivenUp:
            log.debug("the laboratory was stopped")
        except (LabError, OSError, StoreError) as cause:
            log.warning("the laboratory stopped: %s", cause)
            self._desk.failed(order, "lost" if isinstance(cause, LabError) else "unstored")
        except Exception:
            log.exception("the laboratory failed")
            self._desk.failed(order, "failed")

    def end(self) -> None:
        """Do nothing: the thread that plays holds its place until it has finished."""

    def _carry_out(self, order: LabOrder) -> None:
        """Carry out the order once it is this table's turn."""
        unwanted = partial(self._is_unwanted, order)
        with self._places.busy(self, lambda: not unwanted()) as ours:
            try:
                if ours:
                    played = partial(self._desk.played, order)
                    self._desk.found(order, self._named(carry_out(order, self._folder, self._turn_s, played, unwanted)))
            finally:
                self._places.leave(self)

    def _is_unwanted(self, order: LabOrder) -> bool:
        return self._stopped.is_set() or self._desk.wanted() is not order

    def _named(self, found: Newest) -> LabReportView:
        """The report under an unguessable name, new at each start, so that an old view gives no access."""
        name = secrets.token_hex(NAME_BYTES)
        self._newest = name, found
        return LabReportView(name, found.question)


def laboratory(limits: Limits, report: Callable[[str], Newest | None]) -> Routes:
    """`report` gives the report of a name, None if it is not the newest."""
    routes = Routes("laboratory", limits.exports_per_minute, "a report could not be shown")

    @routes.get("/api/laboratory")
    def shown() -> Response:
        language, found = asked_language(), report(request.args.get("report", ""))
        if found is None:
            raise HttpRefused(TableReason.NOT_ALLOWED, 403)
        policy = {"Content-Security-Policy": found.policies[language] + ALONE}
        named = {"Content-Disposition": f'inline; filename="{FILE}"'}
        return Response(found.pages[language], mimetype="text/html", headers={**UNSTORED, **policy, **named})

    return routes


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    thread = LabThread(opened.table.desk(LabDesk), setting.folder / FOLDER, opened.pace.turn_s)
    return AtTable(routes=[laboratory(setting.limits, thread.report)], workers=[thread])

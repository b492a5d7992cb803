"""The laboratory of a running hub: plays what the banker asks for, next to the game, and stores the report.

Games are played, and the report is written, by processes of the lowest priority on half of the processors: the table
has all others, and foresight its share of these. The hub itself only stores lines.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path
from typing import Protocol

from hub.export.words import Language
from hub.foresight.workers import processors
from hub.lab import newest
from hub.lab.executors import Players, here
from hub.lab.newest import Newest
from hub.lab.running import LOOK_S, play_lacking
from hub.lab.setting import Laboratory, laboratory
from hub.lab.stored import LabError, StoredGames, stored_games
from hub.server.http.laboratory import LabPage
from hub.store.folder import make_folder
from hub.table.automatic.woken import Woken
from hub.table.ports.storage import StoreError
from hub.table.state import LabOrder
from hub.table.wire.lab_views import LabReportView, LabTrouble

SEED, TURNS_MAXIMUM = "lab", 1_000
TELL_S = 1.0
"""So often the banker is shown how far it is."""

NAME_BYTES = 16
log = logging.getLogger(__name__)


class Desk(Protocol):
    """What is needed of a table; `hub.table.automatic.laboratory.LabDesk` is one."""

    def ready(self, report: LabReportView | None) -> None:
        """There is a laboratory, and perhaps a report of an earlier evening."""

    def wanted(self) -> LabOrder | None:
        """What is to be played now."""

    def played(self, order: LabOrder, played: int, whole: int, left_s: int) -> None:
        """How far it is."""

    def found(self, order: LabOrder, report: LabReportView) -> None:
        """The report can be opened."""

    def failed(self, order: LabOrder, trouble: LabTrouble) -> None:
        """It stopped by itself."""


class Unwanted(Exception):
    """The banker has stopped it, or the hub ends."""


class LabThread(Woken):
    """Looks after each `wake` whether something is to be played. `turn_s` is how long a turn takes at this table.

    Whoever asks again for what was stopped, or cut short by a power cut, goes on with the games that are in `folder`.
    """

    def __init__(self, desk: Desk, folder: Path, turn_s: Callable[[], float]) -> None:
        super().__init__("laboratory")
        self._desk, self._folder, self._turn_s = desk, folder, turn_s
        self._newest: tuple[str, Newest] | None = None

    def start(self) -> None:
        """Show the report of an earlier evening, then begin."""
        found = newest.stored(self._folder)
        self._desk.ready(None if found is None else self._named(found))
        super().start()

    def page(self, name: str, language: Language) -> LabPage | None:
        """The newest report, for whoever knows its name. From any thread."""
        named = self._newest
        if named is None or not hmac.compare_digest(name.encode(), named[0].encode()):
            return None
        return LabPage(named[1].pages[language].encode(), named[1].policies[language])

    def _look(self) -> None:
        order = self._desk.wanted()
        if order is None:
            return
        try:
            self._desk.found(order, self._named(self._carried_out(order)))
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

    def _carried_out(self, order: LabOrder) -> Newest:
        """Play and write the report. Raises Unwanted, LabError, OSError, StoreError."""
        question = order.question
        variants = [(), question.house_rules] if question.house_rules else [()]
        wanted = laboratory(order.edition, variants, question.seats, SEED, TURNS_MAXIMUM)
        make_folder(self._folder)
        half = max(1, processors() // 2)
        with stored_games(self._folder, wanted, own=True) as stored, here(half, yielding=True) as ours:
            self._play(order, wanted, stored, ours)
            return newest.store(self._folder, self._content(order, wanted, ours))

    def _play(self, order: LabOrder, wanted: Laboratory, stored: StoredGames, players: Players) -> None:
        games = order.question.games
        whole = games * len(wanted.rules)
        there = whole - sum(map(len, stored.lacking(wanted, games).values()))
        shown_s = time.monotonic()

        def progress(played: int, left_s: float) -> None:
            nonlocal shown_s
            if time.monotonic() - shown_s >= TELL_S or there + played == whole:
                shown_s = time.monotonic()
                self._desk.played(order, there + played, whole, round(left_s))

        self._desk.played(order, there, whole, -1 if there < whole else 0)
        play_lacking(wanted, stored, games, players, progress, lambda: self._is_unwanted(order))
        if self._is_unwanted(order):
            raise Unwanted

    def _content(self, order: LabOrder, wanted: Laboratory, players: Players) -> bytes:
        try:
            with players.beginning():
                written = players.executor.submit(newest.made, self._folder, wanted, order.question, self._turn_s())
            while not wait({written}, timeout=LOOK_S).done:
                if self._is_unwanted(order):
                    raise Unwanted
            return written.result()
        except players.lost as lost:
            raise LabError("a process that wrote the report was ended from outside") from lost

    def _is_unwanted(self, order: LabOrder) -> bool:
        return self._stopped.is_set() or self._desk.wanted() is not order

    def _named(self, found: Newest) -> LabReportView:
        """Under a name that nobody can guess, another one after each start: a view that was saved opens nothing."""
        name = secrets.token_hex(NAME_BYTES)
        self._newest = name, found
        return LabReportView(name, found.question)

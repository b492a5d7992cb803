"""Backs up the games when a table opens, at intervals while it is open, and when it closes.

A failed backup is logged and tried again later; the game never waits for one.
"""

from __future__ import annotations

import logging
import threading

from hub.store.backups import Backups
from hub.table.interfaces.storage import StoreError
from hub.table.interfaces.threads import TableThread

INTERVAL_S = 600.0
LAST_COPY_S = 1.0
"""How long the end of a table waits for its last copy: a slow disk gets it with the next opening."""

log = logging.getLogger(__name__)


class Keeper:
    """The thread that makes backups; the game does not depend on it."""

    def __init__(self, backups: Backups, interval_s: float = INTERVAL_S) -> None:
        self._backups, self._interval_s = backups, interval_s
        self._stopped = threading.Event()
        self._thread = TableThread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Start the thread, which first backs up the games as they were found."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, if it was started, and make a last backup; nothing may be written any more."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join(LAST_COPY_S)

    def _run(self) -> None:
        while True:
            self._make()
            if self._stopped.wait(self._interval_s):
                self._make()
                return

    def _make(self) -> None:
        try:
            self._backups.make()
        except StoreError as error:
            log.warning("no backup was made: %s", error)

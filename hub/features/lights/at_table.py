"""What lights do at a table: each is told in a thread of its own, after each publication."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from hub.composition.table import AtTable, OpenTable, Worker
from hub.features.lights.happenings import Happening, Happenings
from hub.features.lights.settings import read_setting
from hub.features.lights.strip import Strip
from hub.server.access.keys import VIEWER
from hub.table.automatic.wakeable_thread import WakeableThread
from hub.table.wire.contract import View

log = logging.getLogger(__name__)


class Told(Protocol):
    """What is told."""

    def tell(self, view: View, happenings: Sequence[Happening]) -> None:
        """What everybody sees, and what has happened since the last call."""

    def close(self) -> None:
        """Nothing more will happen."""


class TellingThread(WakeableThread):
    """Tells somebody."""

    def __init__(self, name: str, view: Callable[[], View], told: Callable[[TellingThread], Told]) -> None:
        super().__init__(name)
        self.stopped = self._stopped
        self._view, self._told, self._happenings = view, told(self), Happenings()

    def stop(self) -> None:
        """Stop, and say goodbye."""
        super().stop()
        self._told.close()

    def _look(self) -> None:
        view = self._view()
        self._told.tell(view, self._happenings.since(view))


def at_table(opened: OpenTable) -> AtTable:
    """A thread for each that is set. A table opens without lights, too."""
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    workers: list[Worker] = []

    def view() -> View:
        return opened.table.view(VIEWER)

    try:
        lights = read_setting(setting.folder)
        if lights.wled:
            workers.append(TellingThread("strip", view, lambda thread: Strip(lights.wled, thread.stopped)))
        if lights.mqtt:
            from hub.features.lights.broker import Broker

            workers.append(TellingThread("broker", view, lambda _thread: Broker(lights, setting.version)))
    except (ImportError, OSError, ValueError) as error:
        log.warning("no lights", extra={"reason": str(error)})
    return AtTable(workers=workers)

"""What lights do at a table: each looks on in a thread of its own, after each publication."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from hub.composition.table import AtTable, OpenTable
from hub.features.lights.happenings import Happening, Happenings
from hub.features.lights.settings import read_setting
from hub.features.lights.strip import Strip
from hub.server.access.keys import VIEWER
from hub.table.automatic.threads import WakeableThread
from hub.table.wire.contract import View

log = logging.getLogger(__name__)


class Onlooker(Protocol):
    """What is shown an evening."""

    def show(self, view: View, happenings: Sequence[Happening]) -> None:
        """What everybody sees, and what has happened since the last call."""

    def close(self) -> None:
        """Nothing more will happen."""


class LightsThread(WakeableThread):
    """Shows the table to an onlooker."""

    def __init__(self, name: str, view: Callable[[], View], onlooker: Callable[[LightsThread], Onlooker]) -> None:
        super().__init__(name)
        self.stopped = self._stopped
        self._view, self._onlooker, self._happenings = view, onlooker(self), Happenings()

    def stop(self) -> None:
        super().stop()
        self._onlooker.close()

    def _look(self) -> None:
        view = self._view()
        self._onlooker.show(view, self._happenings.since(view))


def at_table(opened: OpenTable) -> AtTable:
    """A thread for each that is set. A table opens without lights, too."""
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    workers: list[WakeableThread] = []
    view = partial(opened.table.view, VIEWER)
    try:
        lights = read_setting(setting.folder)
        if lights.wled:
            workers.append(LightsThread("strip", view, lambda thread: Strip(lights.wled, thread.stopped)))
        if lights.mqtt:
            from hub.features.lights.broker import Broker

            workers.append(LightsThread("broker", view, lambda _thread: Broker(lights, setting.version)))
    except (ImportError, OSError, ValueError) as error:
        log.warning("no lights", extra={"reason": str(error)})
    return AtTable(workers=workers)

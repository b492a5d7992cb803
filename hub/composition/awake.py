"""Keeps this computer from falling asleep while a game is played."""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from wakepy import keep

from hub.table.automatic.threads import WakeableThread

log = logging.getLogger(__name__)


def awake_mode() -> Any:
    """Wakepy's mode in which the system stays awake; its screen may go dark."""
    return keep.running(on_fail="pass")


class AwakeThread(WakeableThread):
    """Stays awake while `plays`, which takes no lock; where the system cannot, calls `cannot` once."""

    def __init__(
        self, plays: Callable[[], bool], cannot: Callable[[], None], mode: Callable[[], Any] = awake_mode
    ) -> None:
        super().__init__("awake", needed=plays)
        self._plays, self._cannot, self._mode = plays, cannot, mode
        self._warned = False
        self._holding: ExitStack | None = None

    def _run(self) -> None:
        try:
            super()._run()
        finally:  # the library wants it done by the same thread
            self._let_go()

    def _look(self) -> None:
        if not self._plays():
            self._let_go()
        elif self._holding is None:
            self._holding = ExitStack()
            mode = self._holding.enter_context(self._mode())
            log.info("the computer stays awake" if mode.active else "the computer may fall asleep")
            if not mode.active and not self._warned:
                self._warned = True
                self._cannot()

    def _let_go(self) -> None:
        if self._holding is not None:
            self._holding.close()
            self._holding = None

"""Which game people want to know the length of while they gather; `hub.foresight.lengths` computes it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from hub.rules.slots import Rules
from hub.table.state import KnownLength, Settings, TableState
from hub.table.wire.foresight_views import LengthView
from hub.table.writer_lock import WriterLock


class WantedLength(Struct, frozen=True):
    """A game that could begin now: its settings, and the edition without its house rules."""

    settings: Settings
    edition: Rules


class LengthDesk:
    """Where the game that would begin now lies until its length is known. Used by any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def settings(self) -> Settings | None:
        """By what a game would be played that began now, if one could. Needs no lock."""
        return self._state.settings()

    def wanted(self) -> WantedLength | None:
        """The game that would begin now, if its length is not known yet."""
        with self._lock:
            settings, known = self.settings(), self._state.length
            if settings is None or (known is not None and known.settings == settings):
                return None
            return WantedLength(settings, self._state.editions[settings.edition])

    def answer(self, settings: Settings, length: LengthView) -> None:
        """Show what was foreseen, unless something else was agreed on meanwhile."""
        with self._lock:
            if self.settings() == settings:
                self._state.length = KnownLength(settings, length)
                self._publish()

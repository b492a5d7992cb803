"""The length of the game that could begin now, shown in the lobby; `hub.features.odds.lengths` computes it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from hub.rules.slots import Rules
from hub.table.state import KnownLength, Settings, TableState
from hub.table.wire.odds_views import LengthView
from hub.table.writer_lock import WriterLock


class WantedLength(Struct, frozen=True):
    """A game that could begin now: its settings, and its edition without house rules."""

    settings: Settings
    edition: Rules


class LengthDesk:
    """Holds the game that could begin now until its length is known. Methods may be called from any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def settings(self) -> Settings | None:
        """The settings of the game that could begin now, None if none could. Needs no lock."""
        return self._state.settings()

    def wanted(self) -> WantedLength | None:
        """The game that could begin now, if its length is not known yet."""
        with self._lock:
            settings, known = self.settings(), self._state.length
            if settings is None or (known is not None and known.settings == settings):
                return None
            return WantedLength(settings, self._state.editions[settings.edition])

    def answer(self, settings: Settings, length: LengthView) -> None:
        """Show the length, unless the settings have changed meanwhile."""
        with self._lock:
            if self.settings() == settings:
                self._state.length = KnownLength(settings, length)
                self._publish()

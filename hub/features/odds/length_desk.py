"""The length of the game that could begin now, shown in the lobby; `hub.features.odds.lengths` computes it."""

from __future__ import annotations

from msgspec import Struct

from hub.features.odds.contract import LengthView
from hub.rules.slots import Rules
from hub.table.automatic.desk import Desk
from hub.table.changes.kept import Kept
from hub.table.state import TableState


class GameSettings(Struct, frozen=True):
    """The settings of a game that could begin now: edition, agreed house rules, number of players."""

    edition: str
    house_rules: tuple[str, ...]
    seats: int


class KnownLength(Struct, frozen=True):
    """How long a game with these settings takes."""

    settings: GameSettings
    length: LengthView


LENGTH: Kept[KnownLength | None] = Kept("length", None)
"""The newest estimate, perhaps for other settings."""


class WantedLength(Struct, frozen=True):
    """A game that could begin now: its settings, and its edition without house rules."""

    settings: GameSettings
    edition: Rules


class LengthDesk(Desk):
    """Holds the game that could begin now until its length is known. Methods may be called from any thread."""

    def settings(self) -> GameSettings | None:
        """The settings of the game that could begin now, None if none could. Needs no lock."""
        return settings_of(self._state)

    def wanted(self) -> WantedLength | None:
        """The game that could begin now, if its length is not known yet."""
        with self._lock:
            settings, known = self.settings(), LENGTH.at(self._state)
            if settings is None:
                LENGTH.put(self._state, None)  # estimated again later, with the pace of the game that is played now
            if settings is None or (known is not None and known.settings == settings):
                return None
            return WantedLength(settings, self._state.editions[settings.edition])

    def answer(self, settings: GameSettings, length: LengthView) -> None:
        """Show the length, unless the settings have changed meanwhile."""
        with self._lock:
            if self.settings() == settings:
                LENGTH.put(self._state, KnownLength(settings, length))
                self._publish()


def settings_of(table: TableState) -> GameSettings | None:
    """The settings of a game that could begin now; None while a game is at the table, or if none could begin."""
    lobby = table.lobby
    least, most = table.editions[lobby.edition].seats
    if lobby.game is not None or not least <= len(lobby.seats) <= most:
        return None
    return GameSettings(lobby.edition, lobby.house_rules, len(lobby.seats))


def shown_length(table: TableState) -> LengthView | None:
    """The length of a game that could begin now, as far as it is known."""
    settings, known = settings_of(table), LENGTH.at(table)
    if settings is None:
        return None
    return known.length if known is not None and known.settings == settings else LengthView()

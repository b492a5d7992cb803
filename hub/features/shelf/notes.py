"""What people say of stored games: a small document, always replaced as a whole; and which games lie in the bin."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.table.changes.commits import StoredSetting
from hub.table.changes.leaving import Left

SHELF = "shelf"
"""The document's name in the store."""

DAY_MS = 24 * 3_600_000
BIN_DAYS = 30


class Notes(Struct, frozen=True):
    """By game: titles, and since when it is deleted (wall clock, ms). `kept` came back from the bin."""

    titles: dict[str, str] = {}
    away: tuple[str, ...] = ()
    deleted: dict[str, int] = {}
    kept: tuple[str, ...] = ()

    def binned_ms(self, game: str, left: Left | None) -> int | None:
        """Since when a game lies in the bin, None if it does not."""
        if game in self.deleted:
            return self.deleted[game]
        return left.at_ms if left is not None and is_mistake(left) and game not in self.kept else None


NOTES = StoredSetting(SHELF, Notes())
SETTINGS = (NOTES,)


def is_mistake(left: Left) -> bool:
    """Whether a game was left before anybody's second turn, and nobody said that it goes on another day."""
    return not left.resting and left.winner == NOBODY and left.turn <= len(left.lobby.seats)


def days_left(binned_ms: int, now_ms: int) -> int:
    """For how many days a game stays in the bin, the present one included; 0 if it is to be removed."""
    return BIN_DAYS - max(0, now_ms - binned_ms) // DAY_MS

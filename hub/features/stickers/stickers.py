"""Which sticker is which space: where a space has no reader, a player's phone reads the sticker on it.

Stickers belong to one wooden board, so they are stored by length of track, which keeps two boards apart.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from hub.domain.ids import Space
from hub.table.changes.commits import StoredSetting
from hub.table.state import ViewField

UID: Final = re.compile(r"(?:[0-9A-F]{2}){4,10}")


class Stickers(Struct, frozen=True):
    """`spaces[length][uid]` is the space of a sticker on a board with `length` spaces; at most one per space."""

    spaces: dict[int, dict[str, Space]] = {}

    def on(self, length: int) -> dict[str, Space]:
        """The space of each sticker on a board with `length` spaces, by uid."""
        return self.spaces.get(length, {})

    def space_of(self, uid: str, length: int) -> Space | None:
        """The space of a sticker, None if there is none of this uid on such a board."""
        return self.on(length).get(uid)

    def bound(self, length: int, uid: str, space: Space) -> Stickers:
        """A copy with this sticker on this space, replacing any other one there, and on no other space."""
        others = {known: at for known, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: {**others, uid: space}})

    def without(self, length: int, space: Space | None) -> Stickers:
        """A copy without the sticker of this space, or (None) without any sticker of this board."""
        kept = {} if space is None else {uid: at for uid, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: kept})

    def is_sound(self) -> bool:
        lying = ((length, *sticker) for length, stickers in self.spaces.items() for sticker in stickers.items())
        return all(UID.fullmatch(uid) and 0 <= space < length for length, uid, space in lying)


STICKERS = StoredSetting("stickers", Stickers(), Stickers.is_sound)
SETTINGS = (STICKERS,)
FIELDS = (
    (
        "stickers",
        ViewField(
            tuple[Space, ...], (), lambda table, _: tuple(sorted(STICKERS.at(table).on(table.track_length()).values()))
        ),
    ),
)
"""The spaces with a sticker, for everybody."""

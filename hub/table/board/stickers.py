"""Which sticker is which space: where a space has no reader, a player's phone reads the sticker on it.

Stickers belong to one wooden board, so they are stored by length of track, which keeps two boards apart.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from hub.domain.ids import Space

UID: Final = re.compile(r"(?:[0-9A-F]{2}){4,10}")


class Stickers(Struct, frozen=True):
    """`spaces[length][uid]` is the space of a sticker on a board with `length` spaces; at most one per space."""

    spaces: dict[int, dict[str, Space]] = {}

    def on(self, length: int) -> dict[str, Space]:
        """The space of each sticker on a board with `length` spaces, by uid."""
        return self.spaces.get(length, {})

    def bound(self, length: int, uid: str, space: Space) -> Stickers:
        """A copy with this sticker on this space, replacing any other one there, and on no other space."""
        others = {known: at for known, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: {**others, uid: space}})

    def without(self, length: int, space: Space | None) -> Stickers:
        """A copy without the sticker of this space, or (None) without any sticker of this board."""
        kept = {} if space is None else {uid: at for uid, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: kept})

    def is_sound(self) -> bool:
        """Whether every uid is well formed and every space exists."""
        lying = ((length, *sticker) for length, stickers in self.spaces.items() for sticker in stickers.items())
        return all(UID.fullmatch(uid) and 0 <= space < length for length, uid, space in lying)

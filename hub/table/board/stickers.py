"""Which sticker is which space: where there is no reader under a space, a player's phone reads the sticker on it.

Stickers belong to one wooden board, so they are stored for each length of track: two boards are not mixed up.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from hub.domain.ids import Space

UID: Final = re.compile(r"(?:[0-9A-F]{2}){4,10}")


class Stickers(Struct, frozen=True):
    """`spaces[length][uid]` is the space, from 0, of a sticker on a board with so many spaces. A space has one."""

    spaces: dict[int, dict[str, Space]] = {}

    def on(self, length: int) -> dict[str, Space]:
        """The space of each sticker of a board with so many spaces."""
        return self.spaces.get(length, {})

    def bound(self, length: int, uid: str, space: Space) -> Stickers:
        """With this sticker on this space, in place of the one that was there and of where it was."""
        others = {known: at for known, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: {**others, uid: space}})

    def without(self, length: int, space: Space | None) -> Stickers:
        """Without the sticker of this space, or without any."""
        kept = {} if space is None else {uid: at for uid, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: kept})

    def is_sound(self) -> bool:
        """Whether every sticker has a number that one can have and lies on a space that is there."""
        lying = ((length, *sticker) for length, stickers in self.spaces.items() for sticker in stickers.items())
        return all(UID.fullmatch(uid) and 0 <= space < length for length, uid, space in lying)

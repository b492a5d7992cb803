"""The shelf on its way to a browser; `web/src/wire.ts` is generated from it too."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import Holder
from hub.table.wire.contract import Colour

Lying: TypeAlias = Literal["shelf", "away", "bin"]
"""Where a game is that is not at the table."""


class KeptSeat(Struct, frozen=True):
    """What somebody had when the game was left; `out` of the game they had nothing."""

    colour: Colour
    balance: int
    out: bool


class KeptGame(Struct, frozen=True, kw_only=True):
    """A stored game, on the board of this name (`Rules.board`). `title` is what people call it, empty if nothing.

    `seats` and `turn` say how it stood, and are empty and 0 where that cannot be read; then it cannot be resumed.
    `days` are left until it is removed from the bin; `mistaken`: it came there by itself.
    """

    game: str
    board: str
    names: tuple[str, ...]
    started_ms: int
    title: str
    lies: Lying
    days: int = 0
    mistaken: bool = False
    left_ms: int = 0
    turn: int = 0
    winner: Holder = -1
    seats: tuple[KeptSeat, ...] = ()


class KeptGames(Struct, frozen=True):
    """All stored games but the one at the table, the newest first."""

    games: tuple[KeptGame, ...]


CROSSING = (KeptGames,)
"""What crosses to pages as such."""

"""A table as plain data: what it was given, and where it stands.

`hub.table.changes` changes it and `hub.table.views` reads it, both only for whoever has the lock of `hub.table.table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from hub.domain.ids import Seat
from hub.rules.ports import Chance, Rules
from hub.table.board.board_map import BoardMap
from hub.table.board.presence import Presence
from hub.table.game.live import LiveGame
from hub.table.lobby import Lobby
from hub.table.ports.board import Board, EventId, TagEvent
from hub.table.ports.storage import Store
from hub.table.wire.contract import EditionCard, Misplaced


class Pause(Struct, frozen=True):
    """`frozen`: the evening of `game` has ended. `astray` are the seats whose pieces have to be put back first."""

    game: str = ""
    frozen: bool = False
    astray: tuple[Seat, ...] = ()


@dataclass(slots=True, kw_only=True, eq=False)
class TableState:
    """First what a table was given, then who sits there and what they play, then what is known of the board.

    `pause` is as stored, perhaps of another game (`changes.pausing`); `held_back` is an arrival that waits for its end.
    `wrong` is the piece that was put on a wrong space, `learning` the space whose reader is being learnt. `positions`
    are the last durable reports by node, `notice` says why something could not be stored.
    """

    store: Store
    board: Board
    chance: Chance
    editions: Mapping[str, Rules]
    cards: tuple[EditionCard, ...]
    bot_kinds: frozenset[str]

    lobby: Lobby
    live: LiveGame | None = None
    pause: Pause = field(default_factory=Pause)
    held_back: TagEvent | None = None

    board_map: BoardMap = field(default_factory=BoardMap)
    presence: Presence = field(default_factory=Presence)
    positions: dict[str, EventId] = field(default_factory=dict)
    wrong: Misplaced | None = None
    learning: int | None = None

    speaker: str = ""
    notice: str | None = None
    online: frozenset[int] = frozenset()
    url: str = ""
    urls: tuple[str, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)
    version: int = 0

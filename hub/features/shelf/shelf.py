"""All stored games with how they stood, and which of them the bin no longer keeps."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import Holder
from hub.features.shelf.requests import SHELF, Notes, days_left
from hub.table.changes.leaving import LeftGame, how_it_stands, left_by
from hub.table.game.live import Played
from hub.table.game.stored import folded
from hub.table.interfaces.storage import read_document, with_date
from hub.table.lobby import seated
from hub.table.past import EachOnce, PlayedGames
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


class KeptShelf:
    """Games that an older version left are folded once, since it did not note how they stood. One caller at a time."""

    def __init__(self) -> None:
        self._older = EachOnce(_stood)

    def games(self, past: PlayedGames, now_ms: int) -> tuple[KeptGame, ...]:
        """All games but the one at the table, the newest first. Raises StoreError."""
        return tuple(self._each(past, now_ms))

    def _each(self, past: PlayedGames, now_ms: int) -> Iterator[KeptGame]:
        notes = read_document(past.store.document, SHELF, Notes) or Notes()
        running = past.now.record.id if past.now is not None else None
        for record in reversed(past.games):
            if record.id == running:
                continue
            left = left_by(record.id, past.store)
            binned_ms, stood = notes.binned_ms(record.id, left), left or self._older.of(past, record)
            lies: Lying = "bin" if binned_ms is not None else "away" if record.id in notes.away else "shelf"
            yield KeptGame(
                game=record.id,
                board=record.edition if stood is None else stood.board,
                names=record.names,
                started_ms=with_date(record.started_ms),
                title=notes.titles.get(record.id, ""),
                lies=lies,
                days=0 if binned_ms is None else days_left(binned_ms, now_ms),
                mistaken=lies == "bin" and record.id not in notes.deleted,
                left_ms=0 if stood is None else with_date(stood.at_ms),
                turn=0 if stood is None else stood.turn,
                winner=-1 if stood is None else stood.winner,
                seats=() if stood is None else _seats(stood),
            )


def _stood(played: Played) -> LeftGame:
    record = played.record
    return how_it_stands(seated(record.edition, record.names), folded(played.rules, record, played.entries))


def _seats(stood: LeftGame) -> tuple[KeptSeat, ...]:
    return tuple(
        KeptSeat(seat.colour, stood.balances[number], number in stood.out)
        for number, seat in enumerate(stood.lobby.seats)
    )

"""All stored games with how they stood, what people say of them, and which of them lie in the bin.

The banker's requests about them change no log.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.ids import NOBODY, Holder
from hub.table.changes.leaving import LeftGame, how_it_stands, left_by, resume_left
from hub.table.game.live import Played
from hub.table.game.stored import folded
from hub.table.interfaces.storage import now_ms, read_document, with_date
from hub.table.lobby import seated
from hub.table.past import EachOnce, PlayedGames
from hub.table.requests.base import BANKER, Action, Doorkeeper, Sender
from hub.table.state import StoredSetting, TableState
from hub.table.wire.audience import Ack, Refusal, TableReason, refusal
from hub.table.wire.contract import Colour

TITLE_LENGTH_MAXIMUM = 40
SHELF = "shelf"
"""The document's name in the store."""

DAY_MS = 24 * 3_600_000
BIN_DAYS = 30


class ShelfReason(StrEnum):
    """Why there is no such game, or a file is not taken (by the key of a StoreError)."""

    FOREIGN = "game_file_foreign"
    CORRUPT = "game_file_corrupt"
    NEWER = "game_file_newer"
    UNSUPPORTED = "game_file_unsupported"
    TOO_LARGE = "game_file_too_large"
    KNOWN = "game_file_known"
    RUNNING = "game_running"
    NO_SUCH_GAME = "no_such_game"


class OpenGame(Action):
    """Resume a stored game, while none is at the table."""

    who = (BANKER,)
    game: str

    def at_the_door(self, door: Doorkeeper) -> Ack:
        """Those who sat there have their keys again, others lose theirs."""
        return door.reseat()

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """It rests until the pieces are set up; from the bin it has to be brought back first."""
        record = next((found for found in table.store.games() if found.id == self.game), None)
        if record is None or NOTES.at(table).binned_ms(record.id, left_by(record.id, table.store)) is not None:
            return refusal(ShelfReason.NO_SUCH_GAME)
        return resume_left(table, record, sender.asked)


class NotesChange(Action):
    """A request that replaces what is said of a stored game."""

    who = (BANKER,)
    game: str

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        if all(record.id != self.game for record in table.store.games()):
            return refusal(ShelfReason.NO_SUCH_GAME)
        changed = self.changed(table, NOTES.at(table))
        return changed if isinstance(changed, Refusal) else NOTES.change(table, changed, sender.origin)

    def changed(self, table: TableState, notes: Notes) -> Notes | Refusal:
        raise NotImplementedError


class NameGame(NotesChange):
    """Call a game by this title, or by none."""

    title: str

    def changed(self, _table: TableState, notes: Notes) -> Notes | Refusal:
        """A title is one short line."""
        title = " ".join(self.title.split())
        if len(title) > TITLE_LENGTH_MAXIMUM or not title.isprintable():
            return refusal(TableReason.NAME_UNFIT, most=TITLE_LENGTH_MAXIMUM)
        others = {game: called for game, called in notes.titles.items() if game != self.game}
        return replace(notes, titles={**others, self.game: title} if title else others)


class PutAway(NotesChange):
    """Put a game away, where it is not in the way, or back."""

    away: bool

    def changed(self, _table: TableState, notes: Notes) -> Notes | Refusal:
        others = _without(notes.away, self.game)
        return replace(notes, away=(*others, self.game) if self.away else others)


class DeleteGame(NotesChange):
    """Put a game into the bin, unless it is at the table."""

    def changed(self, table: TableState, notes: Notes) -> Notes | Refusal:
        """The days in the bin count from now on."""
        if table.lobby.game == self.game:
            return refusal(TableReason.GAME_RUNNING)
        return replace(notes, deleted={**notes.deleted, self.game: now_ms()})


class BringBack(NotesChange):
    """Bring a game back from the bin, also one that came there by itself."""

    def changed(self, _table: TableState, notes: Notes) -> Notes | Refusal:
        """It comes there by itself only once."""
        deleted = {game: since for game, since in notes.deleted.items() if game != self.game}
        return replace(notes, deleted=deleted, kept=(*_without(notes.kept, self.game), self.game))


REQUESTS = (OpenGame, NameGame, PutAway, DeleteGame, BringBack)


def _without(games: tuple[str, ...], game: str) -> tuple[str, ...]:
    return tuple(other for other in games if other != game)


class Notes(Struct, frozen=True):
    """By game: titles, and since when it is deleted (wall clock, ms). `kept` came back from the bin."""

    titles: dict[str, str] = {}
    away: tuple[str, ...] = ()
    deleted: dict[str, int] = {}
    kept: tuple[str, ...] = ()

    def binned_ms(self, game: str, left: LeftGame | None) -> int | None:
        """Since when a game lies in the bin, None if it does not."""
        if game in self.deleted:
            return self.deleted[game]
        return left.at_ms if left is not None and is_mistake(left) and game not in self.kept else None


NOTES = StoredSetting(SHELF, Notes())

SETTINGS = (NOTES,)


def is_mistake(left: LeftGame) -> bool:
    """Whether a game was left before anybody's second turn, and nobody said that it goes on another day."""
    return not left.resting and left.winner == NOBODY and left.turn <= len(left.lobby.seats)


def days_left(binned_ms: int, now_ms: int) -> int:
    """For how many days a game stays in the bin, the present one included; 0 if it is to be removed."""
    return BIN_DAYS - max(0, now_ms - binned_ms) // DAY_MS


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

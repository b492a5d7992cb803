"""The store of a table in an SQL database: `hub.table.interfaces.storage.Store`, on any `Database`; and opening one.

Even reading a database with a log of its own writes to it, so what cannot be written is read from a copy.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import msgspec

from hub.domain.history import Entry
from hub.interrupts import temporary_folder
from hub.store.backups import Backups, Keeper
from hub.store.database import FORMS, Database, Run, kind_of, without_password
from hub.store.folder import DATABASE, LOCK_FILE, DataFolder, FolderLock, store_errors
from hub.store.sqlite import SqliteDatabase
from hub.store.upcasting import with_lapsed_rents
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import ASKED_KEPT, Asked, Batch, GameRecord, StoredEntry, StoreError

NEW_GAME = "INSERT INTO games (id, edition, names, started_ms) VALUES (?, ?, ?, ?)"
NEW_ENTRY = "INSERT INTO entries (game, seq, entry, actor, request, at_ms) VALUES (?, ?, ?, ?, ?, ?)"
PUT_DOCUMENT = "INSERT INTO documents (name, data) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET data = excluded.data"
PUT_POSITION = (
    "INSERT INTO positions (node, boot, n) VALUES (?, ?, ?)"
    " ON CONFLICT (node) DO UPDATE SET boot = excluded.boot, n = excluded.n"
)
PUT_REQUEST = (
    "INSERT INTO requests (client, place, number, id, digest) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (client, place) DO UPDATE SET number = excluded.number, id = excluded.id, digest = excluded.digest"
)
SMALL = 1 << 16
"""Documents of up to this many characters are read together when a table is opened."""

READ_GAMES = "SELECT id, edition, names, started_ms FROM games ORDER BY number"
READ_LENGTHS = "SELECT id, COUNT(seq) FROM games LEFT JOIN entries ON game = id GROUP BY id"
READ_ENTRIES = "SELECT seq, entry, actor, request, at_ms FROM entries WHERE game = ? ORDER BY seq"
READ_DOCUMENT = "SELECT data FROM documents WHERE name = ?"
READ_DOCUMENTS = "SELECT name, CASE WHEN LENGTH(data) <= ? THEN data ELSE '' END FROM documents"
READ_POSITIONS = "SELECT node, boot, n FROM positions"
READ_REQUESTS = "SELECT client, number, id, digest FROM requests ORDER BY number"

REMOVALS = (
    "DELETE FROM entries WHERE game = ?",
    "DELETE FROM games WHERE id = ?",
    "DELETE FROM documents WHERE name = ?",
)

NUMBERS = 2**53
"""More requests than anybody makes; a database can count further, but not for ever."""


def _on_a_server(url: str) -> Database:
    from hub.store.postgres.database import PostgresDatabase  # here: a family's games lie in a file

    return PostgresDatabase(url)


KINDS: Mapping[str, Callable[[str], Database]] = {"sqlite": SqliteDatabase, "postgresql": _on_a_server}


def open_store(url: str) -> SqlStore:
    """Open the database of a URL for this hub alone, creating what is not there yet. Raises StoreError."""
    kind = KINDS.get(kind_of(url))
    if kind is None:
        raise StoreError("unsupported", f"{without_password(url)} cannot hold a table's log: {FORMS}")
    return SqlStore(kind(url))


class SqlStore:
    """One database for the whole evening. May be called from any thread, one call at a time."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._encoder = msgspec.json.Encoder()
        self._decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
        self._names = msgspec.json.Decoder(tuple[str, ...])
        self._lock, self._closed = threading.Lock(), False
        self._early: dict[str, str] | None = None
        self._opening = True
        try:
            self._next: dict[str, int] = dict(self._read(READ_LENGTHS))
        except BaseException:
            database.close()
            raise

    def commit(self, batch: Batch) -> None:
        with self._lock:
            self._check(batch)
            self._opening = False
            with self.database.transaction() as run:
                self._write(run, batch)
            self._count(batch)

    def import_game(self, game: GameRecord, entries: Sequence[StoredEntry], documents: Mapping[str, bytes]) -> None:
        """Store a game from another computer, or the rest of a known one, atomically. Raises StoreError."""
        with self._lock:
            known, self._opening = dict(self._next), False
            batches = [Batch(game=game, entry=entry) for entry in entries[known.get(game.id, 0) :]]
            try:
                with self.database.transaction() as run:
                    for batch in [*batches, Batch(documents=documents)]:
                        self._check(batch)
                        self._write(run, batch)
                        self._count(batch)
            except BaseException:
                self._next = known
                raise

    def games(self) -> Sequence[GameRecord]:
        rows = self._typed(READ_GAMES, (str, str, str, int))
        try:
            return [GameRecord(row[0], row[1], self._names.decode(row[2]), row[3]) for row in rows]
        except msgspec.MsgspecError as error:
            raise self.database.corrupt() from error

    def entries(self, game: str) -> Sequence[StoredEntry]:
        """The whole log of a game in order. Raises StoreError `corrupt` if an entry is missing or cannot be read."""
        rows = self._typed(READ_ENTRIES, (int, str, str, str, int), game)
        try:
            stored = [StoredEntry(row[0], self._decoder.decode(row[1]), row[2], row[3], row[4]) for row in rows]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise self.database.corrupt() from error
        if any(entry.seq != index for index, entry in enumerate(stored)):
            raise self.database.corrupt()
        return with_lapsed_rents(stored)

    def document(self, name: str) -> bytes | None:
        """A document as last committed; until the first commit, all small ones are read at once and cached."""
        if not self._opening:
            return self._document(name)
        if self._early is None:
            try:
                rows = self._read(READ_DOCUMENTS, SMALL)  # one that is large, or is no text, is read separately
                self._early = {name: data if type(data) is str else "" for name, data in rows}
            except StoreError:  # then documents are read one by one, so that a damaged one does not affect others
                self._opening = False
                return self._document(name)
        early = self._early
        return early[name].encode() if early.get(name) else self._document(name) if name in early else None

    def positions(self) -> Mapping[str, EventId]:
        rows = self._typed(READ_POSITIONS, (str, int, int))
        return {row[0]: EventId(row[1], row[2]) for row in rows}

    def asked(self) -> Sequence[Asked]:
        rows = self._typed(READ_REQUESTS, (str, int, str, str))
        if any(not 0 <= row[1] < NUMBERS for row in rows):
            raise self.database.corrupt()
        return [Asked(*row) for row in rows]

    def opened(self) -> None:
        with self._lock:
            self._opening, self._early = False, None
            self.database.opened()

    @property
    def lost(self) -> bool:
        """Whether the database has to be opened again before anything can be written."""
        return self.database.lost

    def close(self) -> None:
        with self._lock:
            if not self._closed:
                self._closed = True
                self.database.close()

    def _document(self, name: str) -> bytes | None:
        rows = self._typed(READ_DOCUMENT, (str,), name)
        return rows[0][0].encode() if rows else None

    def _count(self, batch: Batch) -> None:
        for gone in batch.removed:
            self._next.pop(gone, None)
        if batch.game is not None:
            self._next[batch.game.id] = self._next.get(batch.game.id, 0) + (batch.entry is not None)

    def _check(self, batch: Batch) -> None:
        """Check that a batch continues the log; otherwise the table has a bug, which must not reach the log."""
        if batch.entry is None:
            return
        assert batch.game is not None, "an entry belongs to a game"
        expected = self._next.get(batch.game.id, 0)
        assert batch.entry.seq == expected, f"entry {batch.entry.seq} of {batch.game.id} instead of {expected}"

    def _write(self, run: Run, batch: Batch) -> None:
        game, stored = batch.game, batch.entry
        if game is not None and game.id not in self._next:
            run(NEW_GAME, (game.id, game.edition, self._encoder.encode(game.names).decode(), game.started_ms))
        if game is not None and stored is not None:
            entry = self._encoder.encode(stored.entry).decode()
            run(NEW_ENTRY, (game.id, stored.seq, entry, stored.actor, stored.request, stored.at_ms))
        for gone in batch.removed:
            for statement in REMOVALS:
                run(statement, (gone,))
        for name, data in batch.documents.items():
            run(PUT_DOCUMENT, (name, data.decode()))
        for node, position in batch.positions.items():
            run(PUT_POSITION, (node, position.boot, position.n))
        if (asked := batch.asked) is not None:
            run(PUT_REQUEST, (asked.client, asked.number % ASKED_KEPT, asked.number, asked.id, asked.digest))

    def _read(self, statement: str, *values: str | int) -> Sequence[Any]:
        with self._lock:
            return self.database.read(statement, values)

    def _typed(self, statement: str, types: tuple[type, ...], *values: str) -> Sequence[Any]:
        """Rows with values of these types, which SQLite itself does not enforce. Raises StoreError `corrupt`."""
        rows = self._read(statement, *values)
        if any(type(value) is not wanted for row in rows for value, wanted in zip(row, types, strict=True)):
            raise self.database.corrupt()
        return rows


NOT_WRITTEN = frozenset({"read_only", "disk_full"})


def open_to_read(folder: DataFolder, closing: ExitStack, noted: Callable[[StoreError], None]) -> SqlStore:
    """The store, closed with `closing`. If it is a copy, `noted` hears what is wrong with it. Raises StoreError."""
    try:
        store = open_store(folder.database_url)
    except StoreError as error:
        if error.key not in NOT_WRITTEN:
            raise
        store = open_store(_copied(folder, closing).database_url)
        noted(error)
    closing.callback(store.close)
    return store


def open_to_look(url: str, closing: ExitStack) -> SqlStore | None:
    """The store of a table on a server, which any process may have; None if nobody has opened it yet."""
    from hub.store.postgres.database import look_at

    found = look_at(url, closing)
    return None if found is None else SqlStore(found)


def _copied(folder: DataFolder, closing: ExitStack) -> DataFolder:
    if (folder.path / LOCK_FILE).exists():
        closing.callback(FolderLock(folder.path).release)
    place = closing.enter_context(temporary_folder())
    with store_errors(place):
        for path in folder.path.glob(f"{DATABASE}*"):
            shutil.copyfile(path, place / path.name)
    return DataFolder(place)


def open_stored(folder: DataFolder, database: str | None, closing: ExitStack) -> tuple[SqlStore, Callable[[], None]]:
    """The store, closed with `closing`, and a function to call once everything was read.

    For games in the folder that function starts the backups, so that damaged games do not become the newest backup.

    Even with a database server, only one hub may use the folder, which holds logs and keys. Raises StoreError.
    """
    if database is not None:
        closing.callback(FolderLock(folder.path).release)
    store = open_store(database or folder.database_url)
    closing.callback(store.close)
    if database is not None:
        return store, store.opened
    keeper = Keeper(Backups(folder.path))
    closing.callback(keeper.stop)
    return store, keeper.start

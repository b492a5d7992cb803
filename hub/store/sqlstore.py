"""The store of a table in an SQL database: `hub.table.ports.storage.Store` on SQLAlchemy Core. Opened by `hub.cli`.

The writes are compiled from Core once and then run on the driver's own cursor: going through SQLAlchemy's connection
would more than double the time of a commit (tests/store/commit_cost.py), for which everybody at the table waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, bindparam, func, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL
from sqlalchemy.sql import ClauseElement

from hub.domain.history import Entry
from hub.store.faults import fault, told, told_of_reading
from hub.store.lock import FolderLock
from hub.store.opening import check_place, open_engine, prepare_database, sqlite_path
from hub.store.schema import DOCUMENTS, ENTRIES, GAMES, POSITIONS
from hub.table.ports.board import EventId
from hub.table.ports.storage import Batch, GameRecord, StoredEntry

LOCK_FILE = "bankhalter.lock"


def open_store(url: str | URL) -> SqlStore:
    """Open the database of this URL for this hub alone, creating it if it is new. Raises StoreError."""
    path = sqlite_path(url)
    check_place(path)
    lock = FolderLock(path.with_name(LOCK_FILE))
    try:
        engine = open_engine(path)
        try:
            prepare_database(engine, path)
            return SqlStore(engine, path, lock)
        except BaseException:
            engine.dispose()
            raise
    except BaseException:
        lock.release()
        raise


class SqlStore:
    """One connection for the whole evening. May be called from any thread, one call at a time."""

    def __init__(self, engine: Engine, path: Path, lock: FolderLock) -> None:
        self._engine, self._path, self._lock = engine, path, lock
        self._encoder = msgspec.json.Encoder()
        self._decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
        self._names = msgspec.json.Decoder(tuple[str, ...])
        self._database_lock = threading.Lock()
        self._sql = _Statements(engine)
        with told(path):
            self._writer = engine.raw_connection()
            self._next = self._lengths()

    def commit(self, batch: Batch) -> None:
        """Make a batch durable, or raise StoreError and leave everything as it was."""
        with self._database_lock, told(self._path):
            self._check(batch)
            cursor = self._writer.cursor()
            try:
                cursor.execute("BEGIN")
                self._write(cursor.execute, batch)
                self._writer.commit()
            except BaseException:
                self._writer.rollback()
                raise
            finally:
                cursor.close()
            self._count(batch)

    def take_in(self, game: GameRecord, entries: Sequence[StoredEntry], documents: Mapping[str, bytes]) -> None:
        """Make a game of another computer, or the rest of one that is known, durable as a whole. Raises StoreError."""
        with self._database_lock, told(self._path):
            known, cursor = dict(self._next), self._writer.cursor()
            first = known.get(game.id, 0)
            try:
                cursor.execute("BEGIN")
                for batch in [Batch(game=game, entry=entry) for entry in entries[first:]] + [
                    Batch(documents=documents)
                ]:
                    self._check(batch)
                    self._write(cursor.execute, batch)
                    self._count(batch)
                self._writer.commit()
            except BaseException:
                self._writer.rollback()
                self._next = known
                raise
            finally:
                cursor.close()

    def games(self) -> Sequence[GameRecord]:
        """All stored games, the oldest first."""
        statement = select(GAMES.c.id, GAMES.c.edition, GAMES.c.names, GAMES.c.started_ms).order_by(GAMES.c.number)
        rows = self._typed(statement, str, str, str, int)
        try:
            return [GameRecord(row[0], row[1], self._names.decode(row[2]), row[3]) for row in rows]
        except msgspec.MsgspecError as error:
            raise fault("corrupt", self._path) from error

    def entries(self, game: str) -> Sequence[StoredEntry]:
        """The whole log of a game in order. Raises StoreError `corrupt` if an entry is missing or cannot be read."""
        columns = (ENTRIES.c.seq, ENTRIES.c.entry, ENTRIES.c.actor, ENTRIES.c.request, ENTRIES.c.at_ms)
        statement = select(*columns).where(ENTRIES.c.game == game).order_by(ENTRIES.c.seq)
        rows = self._typed(statement, int, str, str, str, int)
        try:
            stored = [StoredEntry(row[0], self._decoder.decode(row[1]), row[2], row[3], row[4]) for row in rows]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise fault("corrupt", self._path) from error
        if any(entry.seq != index for index, entry in enumerate(stored)):
            raise fault("corrupt", self._path)
        return stored

    def document(self, name: str) -> bytes | None:
        """A document as last committed."""
        rows = self._typed(select(DOCUMENTS.c.data).where(DOCUMENTS.c.name == name), str)
        return rows[0][0].encode() if rows else None

    def positions(self) -> Mapping[str, EventId]:
        """The last handled report of each node."""
        rows = self._typed(select(POSITIONS.c.node, POSITIONS.c.boot, POSITIONS.c.n), str, int, int)
        return {row[0]: EventId(row[1], row[2]) for row in rows}

    def close(self) -> None:
        """Release the file and the folder; a second time changes nothing."""
        with self._database_lock:
            self._writer.close()
            self._engine.dispose()
            self._lock.release()

    def _count(self, batch: Batch) -> None:
        if batch.game is not None:
            self._next[batch.game.id] = self._next.get(batch.game.id, 0) + (batch.entry is not None)

    def _check(self, batch: Batch) -> None:
        """A batch that does not fit is a bug of the table, and must not reach the log."""
        if batch.entry is None:
            return
        assert batch.game is not None, "an entry belongs to a game"
        expected = self._next.get(batch.game.id, 0)
        assert batch.entry.seq == expected, f"entry {batch.entry.seq} of {batch.game.id} instead of {expected}"

    def _write(self, run: Callable[[str, tuple[Any, ...]], object], batch: Batch) -> None:
        sql, game, stored = self._sql, batch.game, batch.entry
        if game is not None and game.id not in self._next:
            run(sql.game, (game.id, game.edition, self._encoder.encode(game.names).decode(), game.started_ms))
        if game is not None and stored is not None:
            entry = self._encoder.encode(stored.entry).decode()
            run(sql.entry, (game.id, stored.seq, entry, stored.actor, stored.request, stored.at_ms))
        for name, data in batch.documents.items():
            run(sql.document, (name, data.decode()))
        for node, position in batch.positions.items():
            run(sql.position, (node, position.boot, position.n))

    def _read(self, statement: Any) -> Sequence[Any]:
        with self._database_lock, told_of_reading(self._path), self._engine.connect() as connection:
            return connection.execute(statement).all()

    def _typed(self, statement: Any, *types: type) -> Sequence[Any]:
        """Rows whose values are of these types, which SQLite itself does not see to. Raises StoreError `corrupt`."""
        rows = self._read(statement)
        if any(type(value) is not wanted for row in rows for value, wanted in zip(row, types, strict=True)):
            raise fault("corrupt", self._path)
        return rows

    def _lengths(self) -> dict[str, int]:
        """The seq each game's next entry must have."""
        lengths = (
            select(GAMES.c.id, func.count(ENTRIES.c.seq)).select_from(GAMES.outerjoin(ENTRIES)).group_by(GAMES.c.id)
        )
        return {row[0]: row[1] for row in self._read(lengths)}


class _Statements:
    """The four writes as text of the database's dialect; their parameters in the order of the columns below."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        document, position = insert(DOCUMENTS), insert(POSITIONS)
        self.game = self._text(_ordered(insert(GAMES), "id", "edition", "names", "started_ms"))
        self.entry = self._text(_ordered(insert(ENTRIES), "game", "seq", "entry", "actor", "request", "at_ms"))
        self.document = self._text(
            _ordered(document, "name", "data").on_conflict_do_update(["name"], set_={"data": document.excluded.data})
        )
        self.position = self._text(
            _ordered(position, "node", "boot", "n").on_conflict_do_update(
                ["node"], set_={"boot": position.excluded.boot, "n": position.excluded.n}
            )
        )

    def _text(self, statement: ClauseElement) -> str:
        return str(statement.compile(self._engine))


def _ordered(statement: Any, *names: str) -> Any:
    """An insert of these columns; they stand in the order of the table, which the lists above keep."""
    return statement.values({name: bindparam(name) for name in names})

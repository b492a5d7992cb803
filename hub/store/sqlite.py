"""The database in a data folder: one SQLite file, and a lock on its folder.

It is checked before anything is written; every refusal is a StoreError that says what is wrong and what to do.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from hub.store.backups import Backups
from hub.store.database import Run
from hub.store.faults import fault, reading_errors, store_errors
from hub.store.folder import FILE_MODE, FolderLock, sync_folder
from hub.store.schema import APPLICATION, APPLICATION_ID, META, SCHEMA_VERSION, TABLES
from hub.store.upcasting import upcast_database
from hub.table.interfaces.storage import StoreError

SQLITE_HEADER = b"SQLite format 3\0"
SCHEMA = re.compile(r"[0-9]{1,6}")
log = logging.getLogger(__name__)

CACHE_KB = 256  # a log is appended to and read once, so old pages need not stay in memory
BUSY_TIMEOUT_MS = 2_000  # another program's backup or query may hold the file for a moment


def sqlite_path(url: str | URL) -> Path:
    """The file a database URL names. Raises StoreError for what this version cannot use."""
    try:
        parsed = make_url(url)
        dialect = parsed.get_dialect().name
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError("unsupported", f"{url} is not a database address: use sqlite:///FILE.") from error
    if dialect != "sqlite" or not parsed.database or parsed.database == ":memory:":
        shown = parsed.render_as_string(hide_password=True)
        raise StoreError("unsupported", f"{shown} cannot hold a table's log: use sqlite:///FILE.")
    return Path(parsed.database)


def check_place(path: Path) -> None:
    """Refuse a file or folder that cannot be used, before anything is written."""
    folder = path.parent
    with store_errors(folder):
        if not folder.is_dir():
            raise StoreError("missing", f"The folder {folder} does not exist: create it, or choose another --data-dir.")
        if not os.access(folder, os.R_OK | os.X_OK):
            raise fault("unreadable", folder)
        if not os.access(folder, os.W_OK):
            raise fault("read_only", folder)
    with store_errors(path):
        if not path.exists():
            return
        if not path.is_file():
            raise StoreError("not_a_file", f"{path} is not a file: move it away, or choose another --data-dir.")
        with path.open("rb") as file:
            header = file.read(len(SQLITE_HEADER))
        if not os.access(path, os.W_OK):
            raise fault("read_only", path)
    journal = path.with_name(f"{path.name}-journal")  # of a first start that was interrupted: it says what to take back
    if header and header != SQLITE_HEADER and not journal.exists():
        raise _foreign(path)


def open_engine(path: Path) -> Engine:
    """An engine for connections whose commits are durable."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": BUSY_TIMEOUT_MS / 1_000},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA cache_size=-{CACHE_KB}")
        cursor.execute("PRAGMA synchronous=EXTRA")  # as FULL; without a log ahead it syncs the folder of the journal
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The driver's implicit BEGIN would leave PRAGMA and CREATE TABLE outside the transaction.
        connection.exec_driver_sql("BEGIN")

    return engine


def prepare_database(engine: Engine, path: Path) -> None:
    """Check the database, or create it if the file is new or empty; then switch it to a write-ahead log (WAL)."""
    with store_errors(path):
        if path.exists() and path.stat().st_size == 0 and Backups(path.parent).all():
            raise fault("corrupt", path)  # a hub that was killed in its very first moment has made no copies
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    with reading_errors(path), engine.connect() as connection:
        if _is_new(connection, path):
            _make(connection)
        else:
            _check(connection, path)
        connection.rollback()
    _write_ahead(engine, path)
    sync_folder(path.parent)


def _write_ahead(engine: Engine, path: Path) -> None:
    """Switch to WAL, which is stored in the file; not possible in a transaction, so it uses the driver's connection."""
    with reading_errors(path):
        connection = engine.raw_connection()
        try:
            mode = connection.cursor().execute("PRAGMA journal_mode=WAL").fetchone()[0]
        finally:
            connection.close()
    if mode != "wal":
        log.warning("%s keeps no write-ahead log on this disk: every move will take longer", path)


def _make(connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    TABLES.create_all(connection)
    rows = [{"key": "application", "value": APPLICATION}, {"key": "schema", "value": str(SCHEMA_VERSION)}]
    connection.execute(META.insert(), rows)
    connection.commit()


def _is_new(connection: Connection, path: Path) -> bool:
    """Whether the database is empty. Raises StoreError if there were games before, since then it is damaged."""
    application_id = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
    if application_id not in {0, APPLICATION_ID}:
        raise _foreign(path)
    names = inspect(connection).get_table_names()
    if application_id == 0 and names:
        raise _foreign(path)
    if connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one() != "ok":
        raise fault("corrupt", path)
    return not names


def _check(connection: Connection, path: Path) -> None:
    if META.name not in inspect(connection).get_table_names():
        raise _foreign(path)
    rows = {row.key: row.value for row in connection.execute(select(META.c.key, META.c.value))}
    schema = rows.get("schema", "")
    if rows.get("application") != APPLICATION or not (isinstance(schema, str) and SCHEMA.fullmatch(schema)):
        raise _foreign(path)
    version = int(schema)
    if version > SCHEMA_VERSION:
        raise StoreError(
            "newer",
            f"{path} was written by a newer Bankhalter (schema {version}, this one knows {SCHEMA_VERSION}): "
            "update Bankhalter, or choose another folder with --data-dir.",
        )
    if version < SCHEMA_VERSION:
        _upcast(connection, path, version)
    for table in TABLES.sorted_tables:
        there = connection.exec_driver_sql("SELECT name FROM pragma_table_info(?)", (table.name,)).scalars()
        if set(there) != set(table.columns.keys()):
            raise fault("corrupt", path)


def _upcast(connection: Connection, path: Path, schema: int) -> None:
    """Convert a database of an older version, after making a separate backup."""
    kept = Backups(path.parent).put_aside(f"schema-{schema}.sqlite3")
    try:
        upcast_database(connection, schema)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise fault("corrupt", path) from error
    connection.commit()
    log.warning("the games are of an older version of Bankhalter; a copy of them is in %s", kept)


def _foreign(path: Path) -> StoreError:
    return StoreError(
        "foreign", f"{path} does not belong to Bankhalter: move it away, or choose another folder with --data-dir."
    )


class SqliteDatabase:
    """One connection writes for the whole evening, and one lock keeps other hubs out. Raises StoreError."""

    def __init__(self, url: URL) -> None:
        self.path = path = sqlite_path(url)
        check_place(path)
        self._lock = FolderLock(path.parent)
        try:
            self.engine = open_engine(path)
            try:
                prepare_database(self.engine, path)
                with store_errors(path):
                    self.writer = self.engine.raw_connection()
            except BaseException:
                self.engine.dispose()
                raise
        except BaseException:
            self._lock.release()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """As `Database` says; begun by ourselves, since the driver leaves some statements outside."""
        with store_errors(self.path):
            cursor = self.writer.cursor()
            try:
                cursor.execute("BEGIN")
                yield cursor.execute
                self.writer.commit()
            except BaseException:
                self.writer.rollback()
                raise
            finally:
                cursor.close()

    def read(self, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
        with reading_errors(self.path), self.engine.connect() as connection:
            return connection.execute(statement, values).all()

    def opened(self) -> None:
        """As `Database` says: the file is the same."""

    @property
    def lost(self) -> bool:
        return False

    def corrupt(self) -> StoreError:
        return fault("corrupt", self.path)

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()
        self._lock.release()

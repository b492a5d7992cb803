"""The database in a data folder: one SQLite file, and a lock on its folder.

It is checked before anything is written; every refusal is a StoreError that says what is wrong and what to do.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from hub.store.backups import Backups
from hub.store.database import (
    APPLICATION,
    APPLICATION_ID,
    META,
    NEW_VALUE,
    SCHEMA_VERSION,
    TABLES,
    VALUES,
    Run,
    creating,
)
from hub.store.folder import FILE_MODE, FolderLock, fault, reading_errors, store_errors, sync_folder
from hub.store.upcasting import upcast_database
from hub.table.interfaces.storage import StoreError

SQLITE_HEADER = b"SQLite format 3\0"
SCHEMA = re.compile(r"[0-9]{1,6}")
log = logging.getLogger(__name__)

IN_ORDER = ("entries", "requests")  # tables that lie in the order of their keys
CACHE_KB = 256  # a log is appended to and read once, so old pages need not stay in memory
SETTINGS = ("foreign_keys=ON", f"cache_size=-{CACHE_KB}", "synchronous=EXTRA")
"""The last is as FULL; without a log ahead it syncs the folder of the journal."""
BUSY_TIMEOUT_MS = 2_000  # another program's backup or query may hold the file for a moment


def sqlite_path(url: str) -> Path:
    """The file a database URL names. Raises StoreError if it names none."""
    file = url.partition(":///")[2]
    if file in {"", ":memory:"}:
        raise StoreError("unsupported", f"{url} cannot hold a table's log: use sqlite:///FILE.")
    return Path(file)


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


def open_connection(path: Path) -> sqlite3.Connection:
    """A connection whose commits are durable; it begins no transactions by itself."""
    connection = sqlite3.connect(path, BUSY_TIMEOUT_MS / 1_000, isolation_level=None, check_same_thread=False)
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def prepared(path: Path) -> sqlite3.Connection:
    """A connection to the database, once it is checked, or created if the file is new or empty.

    From then on it has a write-ahead log (WAL).
    """
    with store_errors(path):
        if path.exists() and path.stat().st_size == 0 and Backups(path.parent).all():
            raise fault("corrupt", path)  # a hub that was killed in its very first moment has made no copies
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    with reading_errors(path), ExitStack() as failing:
        connection = failing.enter_context(closing(open_connection(path)))
        connection.execute("BEGIN")
        if _is_new(connection, path):
            _make(connection)
        else:
            _check(connection, path)
        connection.rollback()
        if connection.execute("PRAGMA journal_mode=WAL").fetchone()[0] != "wal":
            log.warning("%s keeps no write-ahead log on this disk: every move will take longer", path)
        sync_folder(path.parent)
        failing.pop_all()
    return connection


def _make(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    for table in TABLES:
        ending = " WITHOUT ROWID" if table in IN_ORDER else ""
        connection.execute(creating(table).replace("SERIAL", "INTEGER") + ending)
    connection.executemany(NEW_VALUE, VALUES)
    connection.commit()


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the database is empty. Raises StoreError if there were games before, since then it is damaged."""
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    if application_id not in {0, APPLICATION_ID}:
        raise _foreign(path)
    names = _tables(connection)
    if application_id == 0 and names:
        raise _foreign(path)
    if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise fault("corrupt", path)
    return not names


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _check(connection: sqlite3.Connection, path: Path) -> None:
    if META not in _tables(connection):
        raise _foreign(path)
    rows = dict(connection.execute("SELECT key, value FROM meta").fetchall())
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
    for table, columns in TABLES.items():
        there = connection.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
        if {name for (name,) in there} != set(columns):
            raise fault("corrupt", path)


def _upcast(connection: sqlite3.Connection, path: Path, schema: int) -> None:
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

    def __init__(self, url: str) -> None:
        self.path = path = sqlite_path(url)
        check_place(path)
        self._lock = FolderLock(path.parent)
        try:
            self.writer = prepared(path)
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

    def read(self, statement: str, values: tuple[Any, ...]) -> Sequence[Any]:
        """As `Database` says, over a connection of its own: the pages it read need not stay in memory."""
        with reading_errors(self.path), closing(open_connection(self.path)) as reader:
            return reader.execute(statement, values).fetchall()

    def opened(self) -> None:
        """As `Database` says: the file is the same."""

    @property
    def lost(self) -> bool:
        return False

    def corrupt(self) -> StoreError:
        return fault("corrupt", self.path)

    def close(self) -> None:
        self.writer.close()
        self._lock.release()

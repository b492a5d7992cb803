"""The database in a data folder: one SQLite file, and a lock on its folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy.engine import URL

from hub.store.database import Run
from hub.store.faults import fault, reading_errors, store_errors
from hub.store.lock import FolderLock
from hub.store.opening import check_place, open_engine, prepare_database, sqlite_path
from hub.table.interfaces.storage import StoreError

LOCK_FILE = "bankhalter.lock"


class SqliteDatabase:
    """One connection writes for the whole evening, and one lock keeps other hubs out. Raises StoreError."""

    def __init__(self, url: URL) -> None:
        self.path = path = sqlite_path(url)
        check_place(path)
        self._lock = FolderLock(path.with_name(LOCK_FILE))
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
        """As `Database` says: a folder's lock is never lost."""
        return False

    def corrupt(self) -> StoreError:
        return fault("corrupt", self.path)

    def close(self) -> None:
        """Release the file and the folder."""
        self.writer.close()
        self.engine.dispose()
        self._lock.release()

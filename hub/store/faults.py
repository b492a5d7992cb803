"""Converts errors of SQLite and the operating system into a StoreError with one clear sentence."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hub.table.interfaces.storage import StoreError

PRIMARY_CODE = 0xFF
KEYS = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}
SYSTEM_KEYS = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EROFS: "read_only",
    errno.EACCES: "unreadable",
    errno.EPERM: "unreadable",
}
SENTENCES = {
    "disk_full": "The disk that holds {path} is full: free some space, nothing was changed.",
    "read_only": "{path} cannot be written: make it and its folder writable, or choose another folder with --data-dir.",
    "locked": "{path} is being written by another program: close that program and try again.",
    "corrupt": "{path} is damaged: restore a backup with `bankhalter restore`, or move it away to start afresh.",
    "unreadable": "{path} cannot be opened by this user: change its permissions, or choose another --data-dir.",
    "io": "{path} cannot be read or written ({cause}): check the disk, or choose another folder with --data-dir.",
}


def fault(key: str, path: Path | str, cause: object = "") -> StoreError:
    return StoreError(key, SENTENCES[key].format(path=path, cause=cause))


def key_of(error: sqlite3.DatabaseError) -> str:
    """The key for a database error; one without a code is the driver's own, about text that cannot be decoded."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return "corrupt" if isinstance(error, sqlite3.OperationalError) else "io"
    return KEYS.get(code & PRIMARY_CODE, "io")


@contextmanager
def store_errors(path: Path | str) -> Iterator[None]:
    """Convert errors of the database or the system in the `with` body to StoreError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise fault(key_of(error), path, error) from error
    except OSError as error:
        raise fault(SYSTEM_KEYS.get(error.errno or 0, "io"), path, error.strerror) from error


@contextmanager
def reading_errors(path: Path | str) -> Iterator[None]:
    """The same for reading, where the driver may also fail to decode names of a damaged file in its own messages."""
    try:
        with store_errors(path):
            yield
    except UnicodeDecodeError as error:
        raise fault("corrupt", path) from error

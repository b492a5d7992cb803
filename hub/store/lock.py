"""One hub per data folder: an exclusive lock of the operating system, which is released even if the hub is killed.

SQLite's own locks would protect the file, but a second hub would only notice them in the middle of a game; and they are
lost when the same process opens and closes the file again, as the check before opening does.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from hub.store.faults import store_errors
from hub.table.interfaces.storage import StoreError


class FolderLock:
    """Held from construction until `release`; the constructor raises StoreError `in_use` if another hub holds it."""

    def __init__(self, path: Path) -> None:
        with store_errors(path):
            file = _opened(path)
        try:
            _lock(file)
        except OSError as error:
            os.close(file)
            raise StoreError(
                "in_use",
                f"Another Bankhalter is using {path.parent}: stop it, or choose another folder with --data-dir.",
            ) from error
        self._file: int | None = file

    def release(self) -> None:
        """Release the lock, if still held. The file stays: without it, two hubs could lock two files of one name."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if error.errno != errno.EROFS or not path.exists():
            raise
        return os.open(path, os.O_RDONLY)  # on a disk that has become read-only a hub may still hold the lock


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

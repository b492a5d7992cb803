"""Copies of a data folder's games, kept beside them, and how one is put back.

Each copy is whole and checked before it has its name. They are numbered, so that a clock that was set back confuses
neither their order nor which may go: the newest few stay, and the last one of each of the days before.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sqlite3
import time
from pathlib import Path

from msgspec import Struct

from hub.store.faults import fault, told, told_of_reading
from hub.store.folder import DATABASE, FILE_MODE, FOLDER_MODE, sync_folder
from hub.store.lock import FolderLock
from hub.store.schema import APPLICATION_ID
from hub.table.ports.storage import StoreError

FOLDER = "backups"
NEWEST_KEPT = 6
DAYS_KEPT = 14
REPLACED = re.compile(r"replaced-([0-9]+)\.sqlite3")
NAME = re.compile(r"(\d{4,})_(\d{4}-\d{2}-\d{2})_(\d{2}-\d{2})\.sqlite3")
ROOM = 4
"""So many times its size must be free before a copy is made."""

SIDE_FILES = ("", "-wal", "-shm")


class Backup(Struct, frozen=True, order=True):
    """One copy: its number counts up; day and time are those of the clock when it was made."""

    number: int
    day: str
    time: str
    path: Path


class Backups:
    """The copies of one data folder. Raises StoreError."""

    def __init__(self, folder: Path) -> None:
        self._database = folder / DATABASE
        self._folder = folder / FOLDER

    def all(self) -> list[Backup]:
        """Every copy, the oldest first."""
        with told(self._folder):
            found = [(NAME.fullmatch(path.name), path) for path in self._folder.glob("*.sqlite3")]
        return sorted(Backup(int(name[1]), name[2], name[3], path) for name, path in found if name)

    def make(self) -> Backup | None:
        """Copy the games as they are now, also while somebody plays; None if the newest copy is the same."""
        before = self.all()
        number = before[-1].number + 1 if before else 1
        draft = self._draft()
        try:
            copy_database(self._database, draft)
            if before and _digest(draft) == _digest(before[-1].path):
                return None
            day, minute = time.strftime("%Y-%m-%d"), time.strftime("%H-%M")
            made = Backup(number, day, minute, self._folder / f"{number:04}_{day}_{minute}.sqlite3")
            with told(made.path):
                draft.replace(made.path)
        finally:
            _remove(draft)
        for backup in superfluous([*before, made]):
            _remove(backup.path)
        return made

    def put_aside(self, name: str) -> Path:
        """A copy for good under a name of its own, made before the games are changed."""
        draft, path = self._draft(), self._folder / name
        try:
            copy_database(self._database, draft)
            with told(path):
                draft.replace(path)
        finally:
            _remove(draft)
        return path

    def restore(self, backup: Backup, lock: Path) -> Path | None:
        """Put a copy in the place of the games; returns where these lie now, None if there were none.

        At no moment is there neither: a hub that starts after a power cut finds the old games or the copy.
        """
        holding = FolderLock(lock)
        draft = self._draft()
        try:
            copy_database(backup.path, draft)
            replaced = self._keep_replaced()
            with told(self._database):
                for side in SIDE_FILES[1:]:
                    self._side(side).unlink(missing_ok=True)
                draft.replace(self._database)
        finally:
            _remove(draft)
            holding.release()
        return replaced

    def _keep_replaced(self) -> Path | None:
        """What is replaced is kept as it is, since even a damaged file may still hold something."""
        if not self._database.exists():
            return None
        with told(self._folder):
            found = [REPLACED.match(path.name) for path in self._folder.iterdir()]
        path = self._folder / f"replaced-{max((int(name[1]) for name in found if name), default=0) + 1}.sqlite3"
        with told(path):
            for side in SIDE_FILES:
                if self._side(side).exists():
                    _copy_durably(self._side(side), path.with_name(path.name + side))
        sync_folder(self._folder)
        return path

    def _side(self, side: str) -> Path:
        return self._database.with_name(self._database.name + side)

    def _draft(self) -> Path:
        draft = self._folder / "draft.new"
        with told(self._folder):
            self._folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
            draft.unlink(missing_ok=True)
        return draft


def superfluous(backups: list[Backup]) -> list[Backup]:
    """Which of these may go: neither among the newest nor the last one of one of the days before."""
    older = backups[:-NEWEST_KEPT]
    last_of_day = {backup.day: backup for backup in older}
    kept = sorted(last_of_day.values())[-DAYS_KEPT:]
    return [backup for backup in older if backup not in kept]


def copy_database(source: Path, target: Path) -> None:
    """A whole and checked copy of a database of ours, also of one that is being written. Raises StoreError."""
    with told(target):
        # A copy must never take the room that the next move needs.
        if shutil.disk_usage(target.parent).free < ROOM * source.stat().st_size:
            raise fault("disk_full", target)
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))
    with (
        told_of_reading(source),
        contextlib.closing(sqlite3.connect(source)) as reader,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        if reader.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise StoreError("foreign", f"{source} does not belong to Bankhalter: choose another copy.")
        reader.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        if copy.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise fault("corrupt", source)
    with told(target):
        _sync(target)


def _copy_durably(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    _sync(target)
    shutil.copystat(source, target)  # after it, since the source may be read-only


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _digest(path: Path) -> bytes:
    with told(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()

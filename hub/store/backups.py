"""Backups of a data folder's games, stored next to them: made while a table is open, and how one is restored.

Each backup is complete and checked before it gets its name. Backups are numbered, so that a clock that was set back
affects neither their order nor which are deleted: the newest few are kept, and the last one of each earlier day. A
failed backup is logged and tried again later; the game never waits for one.
"""

import contextlib
import hashlib
import logging
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.interrupts import temporary_folder
from hub.store.database import APPLICATION_ID
from hub.store.folder import (
    DATABASE,
    FILE_MODE,
    FolderLock,
    fault,
    make_folder,
    put_in_place,
    reading_errors,
    store_errors,
    sync_folder,
)
from hub.table.interfaces.storage import StoreError, now_ms, with_date
from hub.table.interfaces.threads import TableThread
from hub.table.names import quoted, was_typed

FOLDER = "backups"
NEWEST_KEPT = 6
DAYS_KEPT = 14
REPLACED = re.compile(r"replaced-([0-9]+)\.sqlite3")
NAME = re.compile(r"(\d{4,})_(\d{4}-\d{2}-\d{2})_(\d{2}-\d{2})\.sqlite3")
ROOM = 4
"""How many times its size must be free before a copy is made."""

Carried = Mapping[str, Callable[[bytes | None, bytes], bytes]]
"""Functions that bring documents of a copy up to date, from what they are now and what they are in the copy."""

SIDE_FILES = ("", "-wal", "-shm")

INTERVAL_S = 600.0
LAST_COPY_S = 1.0
"""How long the end of a table waits for its last copy: a slow disk gets it with the next opening."""

log = logging.getLogger(__name__)


class Backup(Struct, frozen=True, order=True):
    """One backup: its number counts up; day and time are from the clock when it was made."""

    number: int
    day: str
    time: str
    path: Path

    @property
    def name(self) -> str:
        return self.path.stem if self.is_replaced else str(self.number)

    @property
    def is_replaced(self) -> bool:
        """Whether these are games that another copy has replaced."""
        return REPLACED.fullmatch(self.path.name) is not None


class _Seat(Struct, frozen=True):
    name: str


class _Seats(Struct, frozen=True):
    """The part of a lobby that is the same in every schema."""

    seats: tuple[_Seat, ...] = ()


class Backups:
    """The backups of one data folder. Raises StoreError."""

    def __init__(self, folder: Path) -> None:
        self._database = folder / DATABASE
        self._folder = folder / FOLDER

    def all(self) -> list[Backup]:
        with store_errors(self._folder):
            found = [(NAME.fullmatch(path.name), path) for path in self._folder.glob("*.sqlite3")]
        return sorted(Backup(int(name[1]), name[2], name[3], path) for name, path in found if name)

    def replaced(self) -> list[Backup]:
        """Games that a restored backup has replaced, oldest first; left as they were, so they may be damaged."""
        with store_errors(self._folder):
            found = [(REPLACED.fullmatch(path.name), path) for path in self._folder.glob("*.sqlite3")]
            return sorted(
                Backup(int(name[1]), *_moment(path.stat().st_mtime_ns // 1_000_000), path)
                for name, path in found
                if name is not None
            )

    def make(self) -> Backup | None:
        """Back up the games as they are now, even during play; None if the newest backup is identical."""
        before = self.all()
        number = before[-1].number + 1 if before else 1
        draft = self._draft()
        try:
            copy_database(self._database, draft)
            if before and _digest(draft) == _digest(before[-1].path):
                return None
            day, minute = _moment(now_ms())
            made = Backup(number, day, minute, self._folder / f"{number:04}_{day}_{minute}.sqlite3")
            _name(draft, made.path)
        finally:
            _remove(draft)
        for backup in superfluous([*before, made]):
            _remove(backup.path)
        return made

    def put_aside(self, name: str) -> Path:
        """Make a backup under a separate name, which is never deleted; done before games are converted."""
        draft, path = self._draft(), self._folder / name
        try:
            copy_database(self._database, draft)
            _name(draft, path)
        finally:
            _remove(draft)
        return path

    def restore(self, backup: Backup, carried: Carried | None = None) -> Path | None:
        """Replace the games by a backup; returns the path of the replaced ones, None if there were none.

        This is atomic: a hub that starts after a power cut finds either the old games or the backup. `carried` updates
        documents of the backup with what has happened since.
        """
        holding = FolderLock(self._database.parent)
        draft = self._draft()
        try:
            with (
                store_errors(self._folder),
                temporary_folder(self._folder) as place,
            ):  # a database is written by reading it
                copy_database(_copied(backup.path, place), draft)
            _check_names(draft, backup.path)
            if carried:
                self._carry_over(draft, carried)
            replaced = self._keep_replaced()
            self._remove_log()
            _name(draft, self._database)
        finally:
            _remove(draft)
            holding.release()
        return replaced

    def _carry_over(self, draft: Path, carried: Carried) -> None:
        """Apply `carried` to documents of the backup before it is put in place."""
        with store_errors(draft), temporary_folder(self._folder) as place, reading_errors(draft):
            present = _copied(self._database, place)  # as it is, since reading would change it
            with contextlib.closing(sqlite3.connect(draft)) as copy:
                for name, bring in carried.items():
                    before = _document(copy, name)
                    if before is not None:
                        after = bring(_document_of(present, name), before)
                        copy.execute("UPDATE documents SET data = ? WHERE name = ?", (after.decode(), name))
                copy.commit()
            _sync(draft)

    def _keep_replaced(self) -> Path | None:
        """Keep the replaced games unchanged, since even a damaged file may still hold something; returns their path."""
        if not self._database.exists():
            return None
        path = self._folder / f"replaced-{max((one.number for one in self.replaced()), default=0) + 1}.sqlite3"
        with store_errors(path):
            for side in SIDE_FILES:
                if (source := self._side(side)).exists():
                    target = shutil.copyfile(source, path.with_name(path.name + side))
                    _sync(target)
                    shutil.copystat(source, target)  # after it, since the source may be read-only
        sync_folder(self._folder)
        return path

    def _remove_log(self) -> None:
        """Checkpoint and remove the write-ahead log: the backup must never be combined with the log of other games.

        A damaged database cannot be checkpointed, but its log has been kept with the replaced games.
        """
        if self._database.exists():
            with (
                contextlib.suppress(sqlite3.Error, UnicodeDecodeError),
                contextlib.closing(sqlite3.connect(self._database)) as last,
            ):
                last.execute("PRAGMA journal_mode=DELETE")
        with store_errors(self._database):
            for side in SIDE_FILES[1:]:
                self._side(side).unlink(missing_ok=True)
        sync_folder(self._database.parent)

    def _side(self, side: str) -> Path:
        return self._database.with_name(self._database.name + side)

    def _draft(self) -> Path:
        draft = self._folder / "draft.new"
        make_folder(self._folder)
        with store_errors(self._folder):
            draft.unlink(missing_ok=True)
        return draft


def superfluous(backups: list[Backup]) -> list[Backup]:
    """The backups that may be deleted: all but the newest few and the last one of each earlier day."""
    older = backups[:-NEWEST_KEPT]
    last_of_day = {backup.day: backup for backup in older}
    kept = sorted(last_of_day.values())[-DAYS_KEPT:]
    return [backup for backup in older if backup not in kept]


def copy_database(source: Path, target: Path) -> None:
    """Make a complete and checked copy of a database, even while it is being written. Raises StoreError."""
    with store_errors(target):
        # A backup must never use up the space that the next move needs.
        if shutil.disk_usage(target.parent).free < ROOM * source.stat().st_size:
            raise fault("disk_full", target)
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))
    with (
        reading_errors(source),
        contextlib.closing(sqlite3.connect(source)) as reader,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        if reader.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise StoreError("foreign", f"{source} does not belong to Bankhalter: choose another copy.")
        reader.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log next to it
        if copy.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise fault("corrupt", source)
    with store_errors(target):
        _sync(target)


def _copied(database: Path, place: Path) -> Path:
    """Copy a database file and its write-ahead log unchanged into `place`; returns the copied file."""
    for side in SIDE_FILES:
        if (path := database.with_name(database.name + side)).exists():
            shutil.copyfile(path, place / path.name)
    return place / database.name


def _document(database: sqlite3.Connection, name: str) -> bytes | None:
    found = database.execute("SELECT data FROM documents WHERE name = ?", (name,)).fetchone()
    return str(found[0]).encode() if found else None


def _document_of(database: Path, name: str) -> bytes | None:
    """A document of the games being replaced; None if there is none, or it cannot be read."""
    if not database.exists():
        return None
    with contextlib.suppress(sqlite3.Error, UnicodeError), contextlib.closing(sqlite3.connect(database)) as reader:
        return _document(reader, name)
    return None


def _moment(at_ms: int) -> tuple[str, str]:
    day, minute = f"{datetime.fromtimestamp(with_date(at_ms) / 1_000):%Y-%m-%d %H-%M}".split()
    return day, minute


def _check_names(database: Path, source: Path) -> None:
    """Check that people can have typed the names of the players in a backup. Raises StoreError."""
    with reading_errors(source), contextlib.closing(sqlite3.connect(database)) as reader:
        texts = reader.execute(
            "SELECT names FROM games UNION ALL SELECT data FROM documents WHERE name = 'lobby'"
        ).fetchall()
    try:
        found = [msgspec.json.decode(text, type=tuple[str, ...] | _Seats) for (text,) in texts]
    except (msgspec.MsgspecError, TypeError, RecursionError) as error:
        raise fault("corrupt", source) from error
    people = [tuple(seat.name for seat in one.seats) if isinstance(one, _Seats) else one for one in found]
    odd = next((name for names in people for name in names if not was_typed(name)), None)
    if odd is not None:  # which may be empty
        raise StoreError(
            "corrupt", f"{source} names a player {quoted(odd)}, which is not a possible name: choose another copy."
        )


def _name(draft: Path, path: Path) -> None:
    """Put a complete file in its place; durable when this returns. Raises StoreError."""
    with store_errors(path):
        put_in_place(draft, path)
    sync_folder(path.parent)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _digest(path: Path) -> bytes:
    with store_errors(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


class Keeper:
    """The thread that makes backups; the game does not depend on it."""

    def __init__(self, backups: Backups, interval_s: float = INTERVAL_S) -> None:
        self._backups, self._interval_s = backups, interval_s
        self._stopped = threading.Event()
        self._thread = TableThread(self._run, "backups")

    def start(self) -> None:
        """Start the thread, which first backs up the games as they were found."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, if it was started, and make a last backup; nothing may be written any more."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join(LAST_COPY_S)

    def _run(self) -> None:
        while True:
            self._make()
            if self._stopped.wait(self._interval_s):
                self._make()
                return

    def _make(self) -> None:
        try:
            self._backups.make()
        except StoreError as error:
            log.warning("no backup was made: %s", error)

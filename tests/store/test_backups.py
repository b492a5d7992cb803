"""Copies of the games: made by themselves, few enough, whole, and put back without a moment in which there are none."""

import contextlib
import errno
import os
import shutil
import sqlite3
import stat
import threading
import time
from pathlib import Path

import pytest
from store.conftest import refused

from hub.domain.history import Undone
from hub.store import backups as module
from hub.store.backups import Backup, Backups, Keeper, superfluous
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry, StoreError

GAME = GameRecord("g", "edition", ("Anna",), 0)


def play(store: SqlStore, count: int = 1) -> None:
    for _ in range(count):
        seq = len(store.entries("g"))
        store.commit(Batch(game=GAME, entry=StoredEntry(seq, Undone(1), "a", f"r{seq}", 0)))


def entries(folder: DataFolder) -> int:
    """How many entries a hub finds that starts now."""
    store = open_store(folder.database_url)
    found = len(store.entries("g"))
    store.close()
    return found


def copied(folder: DataFolder, count: int = 1) -> tuple[Backups, Backup]:
    """A folder whose hub stored some entries, made a copy, and has ended."""
    store, backups = open_store(folder.database_url), Backups(folder.path)
    play(store, count)
    copy = backups.make()
    store.close()
    return backups, copy


def test_a_copy_is_made_while_the_hub_plays(folder: DataFolder, store: SqlStore) -> None:
    """The copy holds what was committed, also what is still in the write-ahead log; without news there is none."""
    backups = Backups(folder.path)
    play(store, 3)
    first = backups.make()
    assert backups.make() is None
    play(store)
    second = backups.make()
    assert backups.make() is None, "the newest copy is compared"
    assert [copy.number for copy in (first, second)] == [1, 2]
    found = sqlite3.connect(second.path).execute("SELECT COUNT(*) FROM entries").fetchone()
    assert found == (4,)
    assert stat.S_IMODE(second.path.stat().st_mode) == 0o600
    assert sorted(path.name for path in second.path.parent.iterdir()) == [first.path.name, second.path.name]


def test_the_newest_and_the_last_of_each_day_stay() -> None:
    """Six newest, and of fourteen days before them the last copy; whatever the clock says, numbers decide."""
    days = [f"2026-01-{day:02}" for day in range(1, 29)]
    copies = [Backup(number, days[number // 3], "10-00", Path(str(number))) for number in range(84)]
    kept = [copy for copy in copies if copy not in superfluous(copies)]
    assert [copy.number for copy in kept[-6:]] == [78, 79, 80, 81, 82, 83]
    assert [copy.number for copy in kept[:-6]] == list(range(38, 78, 3))
    back = [*copies, Backup(84, "1999-12-31", "10-00", Path("84"))]
    assert back[-1] not in superfluous(back)


def test_old_copies_go(folder: DataFolder, store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is superfluous is removed when the next copy is made."""
    monkeypatch.setattr(module, "NEWEST_KEPT", 2)
    for _ in range(5):
        play(store)
        Backups(folder.path).make()
    assert [copy.number for copy in Backups(folder.path).all()] == [3, 4, 5]


def test_a_copy_is_put_back(folder: DataFolder, database: Path) -> None:
    """Games are as they were when the copy was made; what it replaced is kept, with its write-ahead log."""
    store, backups = open_store(folder.database_url), Backups(folder.path)
    play(store, 2)
    copy = backups.make()
    play(store, 5)
    store.close()
    replaced = backups.restore(copy)
    assert entries(folder) == 2
    shutil.copy(replaced, database)
    assert entries(folder) == 7


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + b"\xff" * 9000, b"Dear diary"])
def test_a_copy_replaces_a_damaged_file(folder: DataFolder, content: bytes, database: Path) -> None:
    """Whatever stands in the place of the games does not hinder that a copy is put back."""
    backups, copy = copied(folder, 2)
    database.write_bytes(content)
    replaced = backups.restore(copy)
    assert entries(folder) == 2
    assert replaced.read_bytes() == content


def test_nothing_is_put_back_under_a_running_hub(folder: DataFolder, store: SqlStore) -> None:
    """While a hub holds the folder, a copy is refused and the games stay."""
    play(store)
    copy = Backups(folder.path).make()
    play(store)
    with refused("in_use"):
        Backups(folder.path).restore(copy)
    assert len(store.entries("g")) == 2


def test_a_damaged_database_never_becomes_a_copy(folder: DataFolder, database: Path) -> None:
    """A copy that cannot be read is not made, so it pushes no good one out."""
    backups, good = copied(folder, 40)
    data = bytearray(database.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    database.write_bytes(data)
    with refused("corrupt"):
        backups.make()
    assert backups.all() == [good]
    assert list(good.path.parent.iterdir()) == [good.path]


def test_a_damaged_schema_is_no_traceback(folder: DataFolder, database: Path) -> None:
    """Whichever letters SQLite would quote of a schema that nobody can read: the file is called damaged."""
    backups, copy = copied(folder)
    copy.path.write_bytes(copy.path.read_bytes().replace(b"CREATE TABLE entries", b"CREATE \xff\xfe\xfdLE entries"))
    before = (database).read_bytes()
    with refused("corrupt"):
        backups.restore(copy)
    assert (database).read_bytes() == before


def test_what_was_replaced_is_never_written_over(folder: DataFolder) -> None:
    """Each gets the number after the highest, whichever were deleted since."""
    backups, copy = copied(folder)
    names = [backups.restore(copy).name for _ in range(2)]
    first, second = (copy.path.with_name(name) for name in names)
    first.unlink()
    second.write_bytes(b"kept")
    third = backups.restore(copy)
    assert second.read_bytes() == b"kept"
    fourth = backups.restore(copy)
    assert [*names, third.name, fourth.name] == [f"replaced-{number}.sqlite3" for number in (1, 2, 3, 4)]


def test_games_go_only_after_what_they_are_kept_in_is_durable(folder, monkeypatch):
    """Where the disk cannot promise to hold what is replaced, the games and their write-ahead log stay."""
    backups, copy = copied(folder)
    database, ahead = (folder.path / f"{DATABASE}{side}" for side in ("", "-wal"))
    ahead.write_bytes(b"the last moves")
    before, durable = database.read_bytes(), os.fsync

    def failing(handle: int) -> None:
        if os.fstat(handle).st_size == len(b"the last moves"):
            raise OSError(errno.EIO, "trouble")
        durable(handle)

    monkeypatch.setattr(module.os, "fsync", failing)
    with refused("io"):
        backups.restore(copy)
    assert (database.read_bytes(), ahead.read_bytes()) == (before, b"the last moves")


def test_a_copy_takes_no_room_the_game_needs(folder, store, monkeypatch):
    """Four times its size has to be free, or no copy is made."""
    play(store)
    usage, free = shutil.disk_usage(folder.path), 4 * (folder.path / DATABASE).stat().st_size - 1
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _path: usage._replace(free=free))
    with refused("disk_full"):
        Backups(folder.path).make()


def test_the_keeper_copies_at_the_start_now_and_then_and_at_the_end(folder, store, monkeypatch):
    """There is a copy of what was found, and one of what was left, and trouble with one does not end the keeping."""
    backups = Backups(folder.path)
    play(store)
    keeper = Keeper(backups, interval_s=0.01)
    keeper.start()
    deadline = time.monotonic() + 20
    for count in (1, 2):
        while len(backups.all()) < count:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        play(store)
        if count == 1:
            monkeypatch.setattr(module, "ROOM", 10**12)
            time.sleep(0.05)
            monkeypatch.setattr(module, "ROOM", 4)
    keeper.stop()
    last = sqlite3.connect(backups.all()[-1].path)
    assert last.execute("SELECT COUNT(*) FROM entries").fetchone() == (3,)
    last.close()


def test_a_slow_last_copy_holds_up_no_end(folder: DataFolder, store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that takes a minute the table closes all the same, and the next one begins with that copy."""
    slow, made = threading.Event(), threading.Event()
    play(store)
    monkeypatch.setattr(Backups, "make", lambda _backups: slow.wait(60) and made.set())
    keeper = Keeper(Backups(folder.path))
    keeper.start()
    keeper.stop()
    assert not made.is_set()
    slow.set()
    assert made.wait(20)
    keeper._thread.join(20)  # in a hub its process has ended by now
    monkeypatch.undo()
    next_one = Keeper(Backups(folder.path))
    next_one.start()
    next_one.stop()
    assert len(Backups(folder.path).all()) == 1


@pytest.mark.parametrize("games", [b"Dear diary", None])
def test_the_log_of_damaged_games_is_not_mixed_into_the_copy(folder, database, games):
    """What could not be written back of them is kept with them, and nothing of it stays beside what is put back."""
    backups, copy = copied(folder, 2)
    database.unlink()
    if games:
        database.write_bytes(games)
    for side in ("-wal", "-shm"):
        database.with_name(database.name + side).write_bytes(b"yesterday")
    replaced = backups.restore(copy)
    assert not [path.name for path in folder.path.glob("bankhalter.sqlite3-*")]
    if games:
        assert replaced.with_name(replaced.name + "-wal").read_bytes() == b"yesterday"
    assert entries(folder) == 2


def test_a_file_of_another_program_is_never_put_back(folder: DataFolder) -> None:
    """However sound it is: the games stay."""
    backups, copy = copied(folder, 2)
    with contextlib.closing(sqlite3.connect(copy.path)) as foreign:
        foreign.execute("PRAGMA application_id = 7")
    with pytest.raises(StoreError, match="does not belong to Bankhalter"):
        backups.restore(copy)
    assert entries(folder) == 2

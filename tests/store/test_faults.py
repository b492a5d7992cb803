"""Trouble in the middle of a game: the commit says why, nothing of it was done, and the next one works again."""

import sqlite3
from pathlib import Path

import pytest
from store.conftest import refused

from hub.domain.history import Redone, Undone
from hub.store import sqlite
from hub.store.folder import DataFolder, store_errors
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry, StoreError

GAME = GameRecord("g", "edition", (), 0)


def batch(seq: int, size: int = 0) -> Batch:
    documents = {"lobby": b'"' + b"x" * size + b'"'}
    entry = StoredEntry(seq, Undone(seq), "a", "r", 0)
    return Batch(game=GAME, entry=entry, documents=documents, positions={"n": EventId(1, seq + 1)})


def everything(store: SqlStore) -> tuple[object, ...]:
    return store.games(), store.entries("g"), store.document("lobby"), store.positions()


def test_a_full_disk(store: SqlStore) -> None:
    """A commit that does not fit leaves entry, document and position as they were; a smaller one then works."""
    store.commit(batch(0))
    before = everything(store)
    pages = store.database.writer.cursor().execute("PRAGMA page_count").fetchone()[0]
    store.database.writer.cursor().execute(f"PRAGMA max_page_count={pages + 2}")
    with refused("disk_full"):
        store.commit(batch(1, 200_000))
    assert everything(store) == before
    store.commit(batch(1))
    assert [stored.seq for stored in store.entries("g")] == [0, 1]


def test_another_writer(folder: DataFolder, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program writes the file, a commit is refused as locked; afterwards it works."""
    assert sqlite.BUSY_TIMEOUT_MS <= 2_000, "a table waits no longer for another program"
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 50)
    store = open_store(folder.database_url)
    assert store.database.writer.execute("PRAGMA busy_timeout").fetchone() == (50,)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with refused("locked"):
        store.commit(batch(0))
    other.execute("ROLLBACK")
    other.close()
    store.commit(batch(0))
    assert len(store.entries("g")) == 1
    store.close()


def test_a_database_that_became_read_only(store: SqlStore) -> None:
    """A commit on a file that cannot be written is refused as read-only."""
    store.database.writer.cursor().execute("PRAGMA query_only=ON")
    with refused("read_only"):
        store.commit(batch(0))
    store.database.writer.cursor().execute("PRAGMA query_only=OFF")
    store.commit(batch(0))
    assert store.entries("g")[0].entry == Undone(0)


def test_a_file_that_was_torn_up(store: SqlStore, database: Path) -> None:
    """A database that is overwritten while it runs is called damaged or unreadable, not believed."""
    store.commit(batch(0))
    store.database.writer.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.write_bytes(b"x" * database.stat().st_size)
    with refused("corrupt"):
        store.entries("g")


@pytest.mark.parametrize(("number", "key"), [(28, "disk_full"), (30, "read_only"), (13, "unreadable"), (5, "io")])
def test_what_the_system_says(number: int, key: str) -> None:
    """Errors of the operating system become the same keys, with the path in the sentence."""
    with pytest.raises(StoreError, match="/somewhere") as caught, store_errors("/somewhere"):
        raise OSError(number, "trouble")
    assert caught.value.key == key


def test_our_own_bugs_are_not_dressed_up(store: SqlStore) -> None:
    """A mistake in our code stays what it is and leaves nothing half done."""
    with pytest.raises(UnicodeDecodeError):
        store.commit(Batch(game=GAME, entry=StoredEntry(0, Redone(), "a", "r", 0), documents={"d": b"\xff"}))
    assert everything(store) == ([], [], None, {})

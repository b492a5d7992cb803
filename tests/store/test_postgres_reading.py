"""How much a start asks of a PostgreSQL server: a process that takes over a hundred tables does so a hundred times."""

from typing import Any

import pytest
from helpers.waiting import until

from hub.domain.history import Undone
from hub.store import sqlstore
from hub.store.postgres import lease
from hub.store.sqlstore import open_store
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry

GAME = GameRecord("game", "edition", ("Anna",), 1)


def move(seq: int) -> Batch:
    return Batch(game=GAME, entry=StoredEntry(seq, Undone(seq), "banker", f"r{seq}", seq), documents={"d": b"%d" % seq})


def test_documents_are_read_at_once_when_a_table_is_opened(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would cost a query while people wait; what has been stored since then is what counts."""
    large = b"x" * (sqlstore.SMALL + 1)
    store = open_store(url)
    store.commit(Batch(documents={"lobby": b"old", "large": large}))
    store.close()
    store = open_store(url)
    asked: list[object] = []
    read = store._read
    monkeypatch.setattr(store, "_read", lambda statement, *values: asked.append(statement) or read(statement, *values))
    assert [store.document(name) for name in ("lobby", "keys", "codes", "lobby")] == [b"old", None, None, b"old"]
    assert len(asked) == 1
    assert store.document("large") == large
    store.commit(Batch(documents={"lobby": b"new", "codes": b"7"}))
    assert [store.document(name) for name in ("lobby", "codes")] == [b"new", b"7"]
    store.close()


def test_reading_at_the_start_writing_and_renewing_share_one_connection(postgres, url, table, monkeypatch):
    """A server has few of them, and opening each costs time while people wait; later reading does not hold up moves."""
    import psycopg

    monkeypatch.setattr(lease, "RENEWED_S", 0.05)
    open_store(url).close()
    made: list[Any] = []
    connect = psycopg.connect
    monkeypatch.setattr(psycopg, "connect", lambda *a, **k: made.append(connect(*a, **k)) or made[-1])
    store = open_store(url)
    for name in ("lobby", "keys", "codes", "d"):
        store.document(name)
    store.opened()
    store.commit(move(0))
    assert len(made) == 1
    assert store.document("d") == b"0"
    before = postgres.run("SELECT seen FROM writer", table)
    until(lambda: postgres.run("SELECT seen FROM writer", table) != before, "a renewal")
    assert [connection for connection in made if not connection.closed] == made[:1]
    store.close()

"""A table's log on a PostgreSQL server: one hub writes it, and what was acknowledged outlives server and network."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.postgres import PostgresServer
from helpers.waiting import until
from store.conftest import refused

from hub.domain.history import Redone, Undone
from hub.store import sqlstore
from hub.store.postgres import database, lease
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry, StoreError

GAME = GameRecord("game", "edition", ("Anna",), 1)
SEEN_BY_THE_SERVER = """
    CREATE TABLE hurry (move BOOLEAN, synchronous_commit TEXT);
    CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF isfinite(NEW.seen) THEN
            INSERT INTO hurry VALUES (NEW.commits > OLD.commits, current_setting('synchronous_commit'));
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER noted BEFORE UPDATE ON writer FOR EACH ROW EXECUTE FUNCTION noted()
"""
"""Notes at each renewal of a lease, alone or with a move, whether the session waits for the disk."""

COMMITTER = Path(__file__).with_name("committer.py")


def move(seq: int) -> Batch:
    return Batch(game=GAME, entry=StoredEntry(seq, Undone(seq), "banker", f"r{seq}", seq), documents={"d": b"%d" % seq})


def length(url: str) -> int:
    """How many entries the next hub to open the table finds; the document belongs to the last of them."""
    store = open_store(url)
    entries = store.entries(GAME.id)
    assert store.document("d") == (str(len(entries) - 1).encode() if entries else None)
    store.close()
    return len(entries)


def test_two_tables_share_a_database(postgres: PostgresServer) -> None:
    """Each table has its own log; both are open at once."""
    one, other = open_store(postgres.url("one")), open_store(postgres.url("other"))
    one.commit(move(0))
    assert (len(one.entries(GAME.id)), len(other.entries(GAME.id))) == (1, 0)
    one.close()
    other.close()


def test_one_hub_has_a_table(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second hub is refused while the first lives, and gets the table at once when that ends."""
    monkeypatch.setattr(lease, "PATIENCE_S", 0.5)
    first = open_store(url)
    with refused("in_use", match="Another Bankhalter has table"):
        open_store(url)
    first.commit(move(0))
    first.close()
    assert length(url) == 1


def test_a_hub_that_was_killed_has_lost_its_table_before_its_lease_runs_out(postgres, url, table, monkeypatch):
    """The server knows that its session has ended; one that is only silent for a moment keeps its table."""
    monkeypatch.setattr(lease, "RENEWED_S", 0.2)
    monkeypatch.setattr(lease, "LEASE_S", 60.0)
    first = open_store(url)
    monkeypatch.setattr(lease, "PATIENCE_S", 0.5)
    with pytest.raises(StoreError, match="Another Bankhalter has table"):
        open_store(url)
    held, session = first.database._lease, first.database._session  # type: ignore[attr-defined]
    session._connection.close()  # only the connection was cut: the next renewal makes another, which holds the table
    broken = session._connection
    until(lambda: session._connection is not broken, "another line")
    held_by = f"""
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = hashtext(current_schema())::oid
            AND pid = {session._connection.info.backend_pid}
    """
    until(lambda: postgres.run(held_by, table) == [(1,)], "the table is held again")
    with pytest.raises(StoreError, match="Another Bankhalter has table"):
        open_store(url)
    held._stopped.set()
    held._thread.join()
    session.close()
    monkeypatch.setattr(lease, "PATIENCE_S", 10.0)
    second = open_store(url)
    with pytest.raises(StoreError, match="Another Bankhalter has table"):
        first.commit(move(0))
    second.close()
    first.close()


def test_a_hub_whose_connection_was_cut_has_its_table_again_with_the_next_move(postgres, url, table, monkeypatch):
    """It holds the lock from then on, and not only from the next renewal, before which another could take the table."""
    monkeypatch.setattr(lease, "RENEWED_S", 60.0)
    monkeypatch.setattr(lease, "PATIENCE_S", 0.0)
    store = open_store(url)
    store.database._session._connection.close()  # type: ignore[attr-defined]
    held = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = hashtext(current_schema())::oid"
    until(lambda: postgres.run(held, table) == [], "the server has noticed")
    store.commit(move(0))
    with pytest.raises(StoreError, match="Another Bankhalter has table"):
        open_store(url)
    store.commit(move(1))
    store.close()


def test_renewing_a_lease_does_not_wait_for_the_disk(postgres, url, table, monkeypatch):
    """Each table renews its lease every second, whether anybody plays or not; moves wait for the disk as ever."""
    monkeypatch.setattr(lease, "RENEWED_S", 0.05)
    store = open_store(url)
    postgres.run(SEEN_BY_THE_SERVER, table)
    seen = "SELECT DISTINCT move, synchronous_commit FROM hurry ORDER BY move"
    until(lambda: postgres.run(seen, table) == [(False, "off")], "a renewal")
    store.commit(move(0))
    assert not store.lost
    store.close()
    assert postgres.run(seen, table) == [(False, "off"), (True, "on")]


def test_a_hub_that_lost_its_table_is_told_so_whatever_else_is_wrong(postgres, url: str, table: str) -> None:
    """Another has taken it and stored the very move that is stored now: that is no damage of the log."""
    store = open_store(url)
    store.commit(move(0))
    schema = f"bankhalter_{table}"
    entry = f"INSERT INTO {schema}.entries SELECT game, 1, entry, actor, 'other', at_ms FROM {schema}.entries"
    postgres.run(f"UPDATE {schema}.writer SET epoch = epoch + 1; {entry}")
    with refused("in_use"):
        store.commit(move(1))
    assert store.lost
    store.close()
    postgres.run(f"UPDATE {schema}.writer SET seen = '-infinity'")
    later = open_store(url)
    assert [stored.request for stored in later.entries(GAME.id)] == ["r0", "other"]
    later.close()


def test_a_move_goes_to_the_server_together_and_is_committed_only_once_all_of_it_is_there(url, monkeypatch):
    """The last statement fails: nothing of the move is stored, and the next one is."""
    store = open_store(url)
    with monkeypatch.context() as broken:
        broken.setattr(sqlstore, "PUT_DOCUMENT", "INSERT INTO documents (name, data) VALUES (?, NULL || ?)")
        with pytest.raises(StoreError):
            store.commit(move(0))
    assert store.entries(GAME.id) == []
    store.commit(move(0))
    store.close()
    assert length(url) == 1


@pytest.mark.gate
def test_a_hub_that_was_stopped_and_wakes_up_late_writes_nothing(url: str) -> None:
    """It hangs during its commits, another takes the table within five seconds, and the late one is refused."""
    command = [sys.executable, str(COMMITTER), url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as late:
        for _ in range(30):
            late.stdout.readline()
        os.kill(late.pid, signal.SIGSTOP)
        store = open_store(url)
        there = store.entries(GAME.id)
        os.kill(late.pid, signal.SIGCONT)
        assert late.wait(60) != 0
        said = late.stderr.read()  # the server itself ends a transaction that hangs, or does so for the next hub
        refusals = ("Another Bankhalter has table", "server closed the connection", "start the hub again")
        assert any(refusal in said for refusal in refusals), said
        acknowledged = [int(line) for line in late.stdout.read().split() if line.isdigit()]
    assert max(acknowledged, default=0) < len(there)
    assert store.entries(GAME.id) == there
    store.commit(Batch(game=GAME, entry=StoredEntry(len(there), Redone(), "banker", "r", 1)))
    store.close()


@pytest.mark.gate
def test_a_hub_that_hangs_between_two_statements_of_a_move_loses_its_table(url: str) -> None:
    """The server itself would wait for the rest for ever; the next hub has the table when the lease has expired."""
    late = open_store(url)
    late.commit(move(0))
    hung = late.database.transaction()
    hung.__enter__()("UPDATE documents SET data = ?", ("late",))
    began = time.monotonic()
    store = open_store(url)
    assert time.monotonic() - began < lease.PATIENCE_S
    store.commit(move(1))
    with pytest.raises(StoreError, match=r"Another Bankhalter has table|cannot be reached"):
        hung.__exit__(None, None, None)
    with refused("in_use"):
        late.commit(move(1))
    assert late.lost
    late.close()
    assert store.document("d") == b"1"
    store.close()
    assert length(url) == 2


@pytest.mark.gate
def test_a_server_that_loses_its_power_has_what_was_acknowledged(postgres: PostgresServer, url: str) -> None:
    """A move while the server is away is refused and changes nothing; once it is there again the hub goes on."""
    store = open_store(url)
    store.commit(move(0))
    postgres.stop()
    try:
        with refused("away", match="cannot be reached"):
            store.commit(move(1))
    finally:
        postgres.start()
    store.commit(move(1))
    assert [entry.seq for entry in store.entries(GAME.id)] == [0, 1]
    store.close()
    assert length(url) == 2


class Torn:
    """The table's connection, which breaks at the commit: before the server hears of it, or after."""

    def __init__(self, connection: Any, *, heard: bool) -> None:
        self._connection, self._heard = connection, heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def commit(self) -> None:
        from psycopg import OperationalError

        if self._heard:
            self._connection.commit()
        self._connection.close()
        raise OperationalError("the network is gone")


@pytest.mark.parametrize("heard", [True, False])
def test_a_commit_of_whose_end_nothing_was_heard(url: str, heard: bool) -> None:
    """The server is asked: what was stored counts as stored, what was not is refused; then the hub goes on."""
    store = open_store(url)
    store.commit(move(0))
    database: Any = store.database
    session = database._session
    session._connection = Torn(session._connection, heard=heard)
    if heard:
        store.commit(move(1))
    else:
        with refused("away"):
            store.commit(move(1))
        store.commit(move(1))
    store.commit(move(2))
    store.close()
    assert length(url) == 3


@pytest.mark.gate
def test_what_nobody_can_say_is_not_played_on(postgres, url, monkeypatch):
    """A commit arrived and the server went away: the hub must start again, and finds the move stored."""
    monkeypatch.setattr(database, "PATIENCE_S", 0.3)
    store = open_store(url)
    kept: Any = store.database
    store.commit(move(0))
    session = kept._session
    session._connection = Torn(session._connection, heard=True)
    monkeypatch.setattr(session, "_connect", lambda: (_ for _ in ()).throw(no_answer()))
    with refused("away"):
        store.commit(move(1))
    monkeypatch.undo()
    with refused("in_doubt", match="start the hub again"):
        store.commit(move(1))
    store.close()
    assert length(url) == 2


def no_answer() -> Exception:
    """What the driver says of a server that is away."""
    from psycopg import OperationalError

    return OperationalError("no answer")


def test_many_threads_write_one_after_the_other(url: str) -> None:
    """Reads and renewals of the lease run beside the moves, and nothing is lost."""
    store = open_store(url)
    reader = threading.Thread(target=lambda: [store.entries(GAME.id) for _ in range(50)])
    reader.start()
    for seq in range(100):
        store.commit(move(seq))
    reader.join()
    store.close()
    assert length(url) == 100


def test_a_foreign_schema_is_left_alone(postgres: PostgresServer, url: str, table: str) -> None:
    """A schema of that name with other content is refused and left as it is."""
    postgres.run(f"CREATE SCHEMA bankhalter_{table} CREATE TABLE recipes (name TEXT)", table)
    with refused("foreign"):
        open_store(url)
    assert postgres.run(f"SELECT tablename FROM pg_tables WHERE schemaname = 'bankhalter_{table}'") == [("recipes",)]


def test_a_newer_bankhalter_wrote_it(postgres: PostgresServer, url: str, table: str) -> None:
    """What a newer version wrote is refused and named."""
    open_store(url).close()
    postgres.run("UPDATE meta SET value = '999' WHERE key = 'schema'", table)
    with refused("newer", match="schema 999"):
        open_store(url)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("postgresql+psycopg2://u:secret@127.0.0.1/d", "another driver"),
        ("postgresql://u:secret@127.0.0.1/", "no database"),
        ("postgresql://u:secret@127.0.0.1/d?table=A-B", "cannot be"),
        ("postgresql://u:secret@127.0.0.1:1/d", "cannot be reached"),
    ],
)
def test_an_address_that_cannot_be_used(query: str, words: str) -> None:
    """The message says what is wrong with it, but not its password."""
    with pytest.raises(StoreError, match=words) as caught:
        open_store(query)
    assert "secret" not in str(caught.value)


def test_a_database_that_is_not_there(postgres: PostgresServer) -> None:
    """The server's own words say which."""
    with pytest.raises(StoreError, match='"nowhere" does not exist') as caught:
        open_store(postgres.url(database="nowhere"))
    assert caught.value.key in {"unreadable", "away"}


def test_moves_are_durable_where_the_server_is_set_to_be_quick(postgres: PostgresServer, url: str) -> None:
    """A server that acknowledges before it stores is asked to store first, in sessions of the hub."""
    postgres.run("ALTER SYSTEM SET synchronous_commit = off")
    postgres.run("SELECT pg_reload_conf()")
    try:
        store: SqlStore = open_store(url)
        with store.database._session.used() as connection:  # type: ignore[attr-defined]
            assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        store.close()
    finally:
        postgres.run("ALTER SYSTEM RESET synchronous_commit")
        postgres.run("SELECT pg_reload_conf()")


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

"""What a club knows of its tables, in a folder and on a server: one process has a table, and all know which."""

import secrets
import socket
import time
from contextlib import ExitStack

import pytest
from helpers.waiting import until

from hub.store.folder import DataFolder
from hub.store.postgres import registry as postgres_registry
from hub.store.postgres.registry import PostgresRegistry
from hub.store.registry import FolderRegistry, Registry, in_order
from hub.store.sqlstore import open_store
from hub.table.interfaces.storage import StoreError

ONE, OTHER = "http://one:1", "http://other:2"


@pytest.fixture
def opened():
    with ExitStack() as closing:
        yield closing


@pytest.fixture
def on_server(postgres, opened):
    """Opens a club on a database of its own: each time as another process."""
    name = f"club_{secrets.token_hex(6)}"
    postgres.run(f"CREATE DATABASE {name}")
    url = postgres.url(database=name).partition("?")[0]

    def process():
        registry = PostgresRegistry(url)
        opened.callback(registry.close)
        return registry

    return process


@pytest.fixture(params=["folder", "server"])
def anywhere(request, tmp_path, opened):
    """A club with three tables, of which one process is there."""
    if request.param == "server":
        registry: Registry = request.getfixturevalue("on_server")()
    else:
        registry = FolderRegistry(DataFolder(tmp_path / "data"))
        opened.callback(registry.close)
    registry.add(["10", "9", "oak"])
    registry.enter(ONE)
    return registry


@pytest.fixture
def two(on_server):
    one, other = on_server(), on_server()
    one.add(["1"])
    one.enter(ONE)
    other.enter(OTHER)
    assert one.take() == "1"
    return one, other


def test_names_are_counted_as_people_do():
    """Ten comes after nine, and words after figures."""
    assert in_order(["oak", "10", "9", "ash"]) == ["9", "10", "ash", "oak"]


def test_tables_stay_and_have_a_pin_of_their_own(anywhere):
    """Added again, a table is the same: nobody who has its PIN or a key is locked out."""
    before = anywhere.beat({}).tables
    anywhere.add(["9", "10", "oak"])
    assert anywhere.beat({}).tables == before
    assert [table.name for table in before] == ["9", "10", "oak"]
    assert len({table.secrets.server_secret for table in before}) == 3


def test_each_table_is_taken_once(anywhere):
    """There are as many to take as there are tables, and one that is left can be taken again."""
    taken = [anywhere.take() for _ in range(3)]
    assert sorted(filter(None, taken)) == ["10", "9", "oak"]
    assert anywhere.take() is None
    anywhere.leave("oak")
    assert anywhere.take(["oak"]) is None
    assert anywhere.take() == "oak"


def test_the_tables_that_are_missed_are_taken_first(anywhere):
    """Those of whom people are on their way, then all others."""
    *first, last = [anywhere.take(first=["oak", "9"]) for _ in range(3)]
    assert ({*first}, last) == ({"oak", "9"}, "10")


def test_what_a_process_said_is_forgotten_when_another_takes_its_table(anywhere):
    """It said how many were watching, and nobody is yet."""
    taken = anywhere.take()
    assert taken is not None
    anywhere.beat({taken: "busy"})
    anywhere.leave(taken)
    assert anywhere.take(first=[taken]) == taken
    assert {table.status for table in anywhere.beat({}).tables} == {""}


def test_everybody_knows_who_has_a_table_and_what_it_does(anywhere):
    """A table that was taken shows address and status, others nothing."""
    name = anywhere.take()
    anywhere.beat({name: "busy"})
    standing = anywhere.beat({name: "busy"})
    shown = [(table.url, table.ours, table.status) for table in standing.tables if table.name == name]
    assert shown == [(ONE, True, "busy")]
    assert {(table.url, table.ours) for table in standing.tables if table.name != name} == {("", False)}


def test_a_process_that_gets_another_address_keeps_its_tables(anywhere):
    """After a new lease everybody is sent to where the table answers now, not to where it was."""
    name = anywhere.take()
    anywhere.beat({})
    anywhere.enter(OTHER)
    standing = anywhere.beat({})
    assert [(table.url, table.ours) for table in standing.tables if table.name == name] == [(OTHER, True)]
    assert standing.processes == 1


def test_results_stay_when_their_table_goes_elsewhere(anywhere):
    """The process that has a table writes all of its results again; any other changes nothing."""
    name = anywhere.take()
    assert name is not None
    anywhere.tell(name, "[1]")
    anywhere.tell(name, "[1, 2]")
    anywhere.leave(name)
    anywhere.tell(name, "[]")
    assert anywhere.results() == {name: "[1, 2]"}


def test_a_new_pin_replaces_the_clubs_and_keeps_its_secret(anywhere):
    """The old PIN no longer works; from then on the new one is given."""
    before, after = anywhere.secrets(), anywhere.secrets(new_pin=True)
    assert before.banker_pin != after.banker_pin
    assert before.server_secret == after.server_secret
    assert anywhere.secrets() == after


def test_one_process_has_a_folder(tmp_path, opened):
    """A second one is refused in a sentence."""
    first = FolderRegistry(DataFolder(tmp_path))
    opened.callback(first.close)
    with pytest.raises(StoreError, match="Another Bankhalter is using"):
        FolderRegistry(DataFolder(tmp_path))


def test_a_table_of_a_folder_is_a_data_folder(anywhere, tmp_path):
    """What reads a family's games reads those of a table in a folder: `--data-dir …/tables/oak`."""
    if anywhere.database_of("oak") is not None:
        assert anywhere.database_of("oak").endswith("table=oak")
        return
    found = DataFolder(tmp_path / "data" / "tables" / "oak").secrets()
    assert found == next(table.secrets for table in anywhere.beat({}).tables if table.name == "oak")


def test_processes_share_a_club(on_server):
    """Secrets and tables are the same for all; none takes a table of another; each knows how many there are."""
    one, other = on_server(), on_server()
    one.add(["1", "2"])
    one.enter(ONE)
    other.enter(OTHER)
    assert one.secrets() == other.secrets()
    assert {one.take(), other.take()} == {"1", "2"}
    assert (one.take(), other.take()) == (None, None)
    standing = other.beat({})
    assert {table.url for table in standing.tables} == {ONE, OTHER}
    assert (standing.processes, set(standing.addresses)) == (2, {ONE, OTHER})


def test_what_a_process_had_that_fell_silent_is_free(two, monkeypatch):
    """Not seen for that long, it loses its tables to a process that asks, and notices when it wakes up."""
    one, other = two
    assert other.take() is None
    monkeypatch.setattr(postgres_registry, "SILENT_S", 0.0)
    assert other.beat({}).tables[0].url == ""
    assert other.take() == "1"
    monkeypatch.undo()
    assert one.beat({"1": "still mine"}).tables[0].ours is False
    assert other.beat({"1": "mine"}).tables[0].ours
    assert other.beat({}).tables[0].status == "mine"


def test_a_process_that_was_killed_is_gone_without_waiting_for_its_silence(two, monkeypatch):
    """Its session has ended, as the server knows; a process that is merely busy keeps its tables."""
    monkeypatch.setattr(postgres_registry, "ENDED_S", 0.0)
    monkeypatch.setattr(postgres_registry, "SILENT_S", 60.0)
    one, other = two
    assert (other.beat({}).processes, other.take()) == (2, None)
    dies(one, other)


def test_a_process_at_whose_address_nobody_listens_has_died(on_server, monkeypatch):
    """With its session ended as well, nobody waits a second; one that still listens may have lost only its session."""
    monkeypatch.setattr(postgres_registry, "ENDED_S", 60.0)
    monkeypatch.setattr(postgres_registry, "SILENT_S", 90.0)
    one, other = on_server(), on_server()
    one.add(["1"])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        one.enter(f"http://127.0.0.1:{listening.getsockname()[1]}")
        other.enter(OTHER)
        assert one.take() == "1"
        one._presence.close()
        time.sleep(0.2)
        assert (other.beat({}).processes, other.take()) == (2, None)
        one.here()
    assert (other.beat({}).processes, other.take()) == (2, None)
    dies(one, other)
    assert one.beat({"1": "still mine"}).tables[0].ours is False


def test_a_process_whose_line_was_cut_is_there_again(two, monkeypatch):
    """It does so with its next report, and holds its lock as before."""
    one, other = two
    one._presence.close()
    one.here()
    monkeypatch.setattr(postgres_registry, "ENDED_S", 0.0)
    assert other.beat({}).processes == 2


def dies(one: PostgresRegistry, other: PostgresRegistry) -> None:
    """One's session ends, which the server notices by itself; then no table has it, and the other can have its own."""
    one._presence.close()
    until(lambda: other.beat({}).processes == 1, "the other is gone")
    assert other.beat({}).tables[0].url == ""
    assert other.take() == "1"


def test_who_goes_leaves_its_tables_at_once(two):
    """Another can have them without waiting; the address is still known to pages that look for their table."""
    one, other = two
    one.close()
    assert other.take() == "1"
    standing = other.beat({})
    assert (standing.processes, set(standing.addresses)) == (1, {ONE, OTHER})


def test_a_process_that_was_forgotten_comes_as_a_new_one(two):
    """After an hour of sleep it is there again, without tables."""
    one, other = two
    other._within(lambda cursor: cursor.execute("DELETE FROM processes WHERE url = %s", (ONE,)))
    standing = one.beat({})
    assert (standing.processes, standing.tables[0].ours) == (2, False)


def test_a_server_that_is_away_is_reached_again(on_server, postgres):
    """A connection that was cut is made again with the next beat."""
    one = on_server()
    one.add(["1"])
    one.enter(ONE)
    assert one.beat({}).processes == 1
    one._connection.close()
    assert one.beat({}).processes == 1
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'club_%'")
    with pytest.raises(StoreError, match="cannot be reached"):
        one.beat({})
    assert one.beat({}).processes == 1


def test_a_clubs_schema_is_no_tables(on_server, postgres):
    """Names that the club itself uses are free for tables, and an address that names one table is no club's."""
    one = on_server()
    one.add(["club", "tables"])
    for name in ("club", "tables"):
        open_store(one.database_of(name)).close()
    with pytest.raises(StoreError, match="a club has many"):
        PostgresRegistry(postgres.url("7"))


def test_what_a_newer_version_made_is_left_alone(on_server):
    """It is said in a sentence."""
    one = on_server()
    one._within(lambda cursor: cursor.execute("UPDATE club SET value = '99' WHERE key = 'version'"))
    with pytest.raises(StoreError, match="newer Bankhalter"):
        on_server()

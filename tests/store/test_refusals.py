"""Each kind of file and folder the store cannot use is refused with one sentence, and nothing is changed in it."""

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hub.store.backups import Backups
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import Batch, StoreError

OTHER_HUB = (
    "import sys; from hub.store.sqlstore import open_store; open_store(sys.argv[1]); print(1, flush=True); input()"
)


def refusal(folder: DataFolder) -> tuple[str, str]:
    """Key and sentence of the refusal to open a folder's database."""
    with pytest.raises(StoreError) as caught:
        open_store(folder.database_url)
    return caught.value.key, str(caught.value)


def change(database: Path, *statements: str) -> None:
    """Do something to a database behind the hub's back."""
    connection = sqlite3.connect(database)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.fixture
def closed(folder: DataFolder, database: Path) -> Path:
    """The database of a table that was played at before."""
    store = open_store(folder.database_url)
    store.commit(Batch(documents={"lobby": b"{}"}))
    store.close()
    return database


@pytest.mark.parametrize(
    ("statement", "key", "words"),
    [
        ("UPDATE meta SET value = value + 1 WHERE key = 'schema'", "newer", "newer Bankhalter"),
        ("UPDATE meta SET value = 'x' WHERE key = 'schema'", "foreign", "does not belong"),
        ("UPDATE meta SET value = 'other' WHERE key = 'application'", "foreign", "does not belong"),
        ("DELETE FROM meta", "foreign", "does not belong"),
        ("PRAGMA application_id = 7", "foreign", "does not belong"),
        ("DROP TABLE meta", "foreign", "does not belong"),
    ],
)
def test_another_version_or_owner(folder: DataFolder, closed: Path, statement: str, key: str, words: str) -> None:
    """A file of another schema or of another program is refused by name, and stays as it is."""
    change(closed, statement)
    before = closed.read_bytes()
    found, sentence = refusal(folder)
    assert found == key
    assert str(closed) in sentence
    assert words in sentence
    assert closed.read_bytes() == before


def test_a_database_of_another_program(folder: DataFolder, database: Path) -> None:
    """An SQLite file with other tables is not adopted."""
    change(database, "CREATE TABLE songs (title TEXT)")
    assert refusal(folder)[0] == "foreign"


def test_a_file_that_is_no_database(folder: DataFolder, database: Path) -> None:
    """Any other file under this name is refused and left alone."""
    database.write_text("Dear diary")
    assert refusal(folder)[0] == "foreign"
    assert database.read_text() == "Dear diary"


def test_a_folder_instead_of_the_file(folder: DataFolder, database: Path) -> None:
    """A folder under the name of the database is refused."""
    database.mkdir()
    assert refusal(folder)[0] == "not_a_file"


def test_a_damaged_file(folder: DataFolder, closed: Path) -> None:
    """A database whose pages were overwritten is called damaged."""
    data = bytearray(closed.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    closed.write_bytes(data)
    key, sentence = refusal(folder)
    assert key == "corrupt"
    assert "damaged" in sentence


def test_a_cut_file(folder: DataFolder, closed: Path) -> None:
    """A database that lost its end is called damaged."""
    closed.write_bytes(closed.read_bytes()[:5000])
    assert refusal(folder)[0] == "corrupt"


def test_an_entry_nobody_understands(folder: DataFolder, store: SqlStore, database: Path) -> None:
    """A log with an unreadable or a missing entry is called damaged, not half read."""
    change(
        database,
        "INSERT INTO games VALUES (1, 'g', 'e', '[]', 0)",
        "INSERT INTO entries VALUES ('g', 0, '{\"entry\":\"dance\"}', 'banker', 'r', 0)",
        "INSERT INTO games VALUES (2, 'h', 'e', '[]', 0)",
        "INSERT INTO entries VALUES ('h', 1, '{\"entry\":\"redone\"}', 'banker', 'r', 0)",
    )
    for game in ("g", "h"):
        with pytest.raises(StoreError) as caught:
            store.entries(game)
        assert caught.value.key == "corrupt"


def test_an_empty_file_is_a_new_one(folder: DataFolder, database: Path) -> None:
    """A hub killed in its very first moment leaves an empty file; the next start makes the database."""
    database.touch()
    store = open_store(folder.database_url)
    assert store.games() == []
    store.close()


def test_a_file_that_was_emptied_is_no_new_one(folder: DataFolder, closed: Path) -> None:
    """Where copies were made there were games: an empty file is called damaged and not begun again; none is."""
    Backups(folder.path).make()
    closed.write_bytes(b"")
    assert refusal(folder)[0] == "corrupt"
    assert closed.read_bytes() == b""
    closed.unlink()
    open_store(folder.database_url).close()


def test_a_file_that_only_looks_empty_is_no_new_one(folder: DataFolder, closed: Path) -> None:
    """A first page that says there are no tables does not make the hub put new ones over what is there."""
    data = bytearray(closed.read_bytes())
    data[103:105] = b"\0\0"  # the number of cells on the page that lists the tables
    closed.write_bytes(data)
    assert refusal(folder)[0] == "corrupt"
    assert closed.read_bytes() == data


def read_all(folder: DataFolder) -> None:
    """Open a store and read what every start of a hub reads."""
    with contextlib.closing(open_store(folder.database_url)) as store:
        store.document("lobby")
        store.games()
        store.positions()


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE entries RENAME COLUMN actor TO who",
        "DROP TABLE positions",
        "UPDATE documents SET data = CAST(data AS BLOB)",
        "UPDATE documents SET data = CAST(x'ff' AS TEXT)",
        "INSERT INTO games VALUES (1, 'g', 'e', 'x', 0)",
        "INSERT INTO games VALUES (1, 'g', 'e', '[1]', 0)",
        "INSERT INTO games VALUES (1, 'g', x'00', '[]', 0)",
        "INSERT INTO positions VALUES ('n', 'x', 0)",
    ],
)
def test_what_is_of_another_kind(folder: DataFolder, closed: Path, statement: str) -> None:
    """Columns that are missing, bytes, letters that are none, words for figures: damaged, when opened or when read."""
    change(closed, statement)
    with pytest.raises(StoreError) as caught:
        read_all(folder)
    assert caught.value.key == "corrupt"


def test_two_hubs(folder: DataFolder) -> None:
    """A second opening of the same folder in the same process is refused, and works once the first is closed."""
    store = open_store(folder.database_url)
    assert refusal(folder)[0] == "in_use"
    store.close()
    store.close()
    open_store(folder.database_url).close()


@pytest.mark.gate
def test_two_processes(folder: DataFolder) -> None:
    """Two hubs cannot use one folder; when the first is killed, the next one can."""
    command = [sys.executable, "-c", OTHER_HUB, folder.database_url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"1\n"
        key, sentence = refusal(folder)
        assert key == "in_use"
        assert str(folder.path) in sentence
        other.kill()
    open_store(folder.database_url).close()


@pytest.mark.parametrize(
    ("url", "words"),
    [("mysql://u:secret@h/d", "cannot hold"), ("sqlite://", "cannot hold"), ("cobol", "not a database address")],
)
def test_another_database(url: str, words: str) -> None:
    """An address this version cannot use is refused, without showing its password."""
    with pytest.raises(StoreError) as caught:
        open_store(url)
    assert caught.value.key == "unsupported"
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_missing_folder(tmp_path: Path) -> None:
    """A database in a folder that is not there is refused."""
    with pytest.raises(StoreError) as caught:
        open_store(f"sqlite:///{tmp_path}/nowhere/x.sqlite3")
    assert caught.value.key == "missing"


@pytest.mark.parametrize(("mode", "key"), [(0o000, "unreadable"), (0o555, "read_only")])
def test_a_folder_without_rights(open_folder, without_rights, mode, key):
    """A folder that may not be read or written is refused before anything is made in it."""
    place = open_folder / "data"
    place.mkdir()
    place.chmod(mode)
    answer = without_rights(lambda: open_store(DataFolder(place).database_url))
    place.chmod(0o755)
    assert answer.split(":")[0] == key
    assert str(place) in answer
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(("mode", "key"), [(0o000, "unreadable"), (0o444, "read_only")])
def test_a_file_without_rights(open_folder, without_rights, mode, key):
    """A database that may not be read or written is refused."""
    open_folder.chmod(0o777)
    folder = DataFolder(open_folder)
    open_store(folder.database_url).close()
    (folder.path / "bankhalter.lock").chmod(0o666)
    (folder.path / DATABASE).chmod(mode)
    assert without_rights(lambda: open_store(folder.database_url)).split(":")[0] == key

"""What the store cannot use is refused with one sentence and left as it is; its folder is private and keeps secrets."""

import contextlib
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from store.conftest import refused

from hub.store.backups import Backups
from hub.store.folder import DATABASE, DataFolder, default_path, write_private
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import Batch, StoreError

OTHER_HUB = (
    "import sys; from hub.store.sqlstore import open_store; open_store(sys.argv[1]); print(1, flush=True); input()"
)

posix = pytest.mark.skipif(os.name != "posix", reason="file rights are a matter of POSIX")


def refusal(folder: DataFolder) -> tuple[str, str]:
    """Key and sentence of the refusal to open a folder's database."""
    with pytest.raises(StoreError) as caught:
        open_store(folder.database_url)
    return caught.value.key, str(caught.value)


@pytest.mark.parametrize(("system", "tries"), [("win32", 5), ("linux", 1)])
@pytest.mark.parametrize("more", [0, 1])
def test_a_file_that_a_scanner_looks_at_is_waited_for(monkeypatch, tmp_path, system, tries, more):
    """On Windows nobody can replace it meanwhile, which passes; elsewhere, or for ever, it is a refusal."""
    looks, replace = iter(range(tries - 1 + more)), Path.replace

    def held(path: Path, target: Path) -> Path:
        if next(looks, None) is not None:
            raise PermissionError(13, "Access is denied")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", held)
    monkeypatch.setattr("hub.store.folder.PAUSES_S", (0.0,) * 4)
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(PermissionError) if more else contextlib.nullcontext():
        write_private(tmp_path / "a file", b"whole")
    assert (tmp_path / "a file").exists() != bool(more)


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


def overwritten(database: Path, where: slice, by: bytes) -> None:
    """As if a disk had lost it."""
    data = bytearray(database.read_bytes())
    data[where] = by * len(data[where])
    database.write_bytes(data)


def in_its_place(database: Path, make: Callable[[Path], object]) -> None:
    database.unlink()
    make(database)


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda file: in_its_place(file, lambda new: change(new, "CREATE TABLE songs (title TEXT)")), "foreign"),
        (lambda file: in_its_place(file, lambda new: new.write_text("Dear diary")), "foreign"),
        (lambda file: in_its_place(file, Path.mkdir), "not_a_file"),
        (lambda file: overwritten(file, slice(4096, None), b"\xff"), "corrupt"),
        (lambda file: file.write_bytes(file.read_bytes()[:5000]), "corrupt"),
        (lambda file: overwritten(file, slice(103, 105), b"\0"), "corrupt"),
    ],
    ids=["of another program", "no database", "a folder", "damaged", "cut", "said to have no tables"],
)
def test_what_cannot_be_games_is_left_alone(folder: DataFolder, closed: Path, spoil, key: str) -> None:
    """It is refused by name; not even a first page that lists no tables makes the hub put new ones over it."""
    spoil(closed)
    before = closed.is_file() and closed.read_bytes()
    found, sentence = refusal(folder)
    assert (found, "damaged" in sentence and "`bankhalter restore`" in sentence) == (key, key == "corrupt")
    assert (closed.is_file() and closed.read_bytes()) == before


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
        with refused("corrupt"):
            store.entries(game)


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
    with refused("corrupt"):
        read_all(folder)


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
    with refused("missing"):
        open_store(f"sqlite:///{tmp_path}/nowhere/x.sqlite3")


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


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_everything_is_private(folder: DataFolder) -> None:
    """Folder, secrets, database and its log are readable by their owner only."""
    folder.secrets()
    store = open_store(folder.database_url)
    store.document("x")
    assert rights(folder.path) == 0o700
    assert {path.name: rights(path) for path in folder.path.iterdir() if rights(path) != 0o600} == {}
    assert {"secrets.json", "bankhalter.sqlite3", "bankhalter.lock"} <= {path.name for path in folder.path.iterdir()}
    store.close()


@posix
def test_secrets_that_others_could_read_are_closed(folder: DataFolder) -> None:
    """A secrets file copied with wide rights gets narrow ones."""
    folder.secrets()
    secrets = folder.path / "secrets.json"
    secrets.chmod(0o640)
    folder.secrets()
    assert rights(secrets) == 0o600


def test_a_restart_keeps_pin_and_keys(folder: DataFolder) -> None:
    """Secrets are made once per folder, differ between folders and are long enough."""
    first = folder.secrets()
    assert DataFolder(folder.path).secrets() == first
    other = DataFolder(folder.path / "other").secrets()
    assert other.server_secret != first.server_secret
    assert len(bytes.fromhex(first.server_secret)) == 32
    assert len(first.banker_pin) == 6
    assert first.banker_pin.isdigit()


def test_secrets_do_not_show_themselves(folder: DataFolder) -> None:
    """Printing the secrets, as a log or a traceback would, shows neither the PIN nor the key."""
    secrets = folder.secrets()
    assert secrets.banker_pin not in f"{secrets} {secrets!r}"
    assert secrets.server_secret not in f"{secrets} {secrets!r}"


@pytest.mark.parametrize(
    ("secret", "pin"), [("0" * 64, "abcdef"), ("0" * 64, "12345"), ("00", "123456"), ("x", "123456"), (None, None)]
)
def test_damaged_secrets(folder: DataFolder, secret: str | None, pin: str | None) -> None:
    """A file that was cut, or whose PIN or key is too short or none, is refused instead of weakening a table."""
    (folder.path / "secrets.json").write_text(json.dumps({"server_secret": secret, "banker_pin": pin}) if pin else "")
    with refused("corrupt", match=r"secrets\.json is damaged"):
        folder.secrets()


def test_a_file_instead_of_the_folder(tmp_path: Path) -> None:
    """A file cannot be a data folder."""
    (tmp_path / "file").touch()
    with refused("not_a_folder"):
        DataFolder(tmp_path / "file")


def test_a_folder_that_cannot_be_made(open_folder: Path, without_rights: Callable[[Callable[[], object]], str]) -> None:
    """Where this user may not make a folder, they are told so."""
    assert without_rights(lambda: DataFolder(open_folder / "a" / "b")).split(":")[0] == "unreadable"


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a choice, the data lie where the system keeps a user's data, under the name of the program."""
    assert default_path().name == "bankhalter"
    assert default_path().is_absolute()

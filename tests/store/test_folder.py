"""The data folder: made privately, kept secrets, clear words when it cannot be used."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hub.store.folder import DataFolder, default_path
from hub.store.sqlstore import open_store
from hub.table.interfaces.storage import StoreError

posix = pytest.mark.skipif(os.name != "posix", reason="file rights are a matter of POSIX")


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
    secrets.chmod(0o644)
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
    "content",
    ["", "{}", '{"server_secret":"00","banker_pin":"123456"}', '{"server_secret":"x","banker_pin":"123456"}'],
)
def test_damaged_secrets(folder: DataFolder, content: str) -> None:
    """A secrets file that was cut or edited is refused by name instead of weakening the table."""
    (folder.path / "secrets.json").write_text(content)
    with pytest.raises(StoreError, match=r"secrets\.json is damaged") as caught:
        folder.secrets()
    assert caught.value.key == "corrupt"


def test_a_pin_of_letters(folder: DataFolder) -> None:
    """A PIN that nobody could type is refused."""
    (folder.path / "secrets.json").write_text(f'{{"server_secret":"{"0" * 64}","banker_pin":"abcdef"}}')
    with pytest.raises(StoreError):
        folder.secrets()


def test_a_file_instead_of_the_folder(tmp_path: Path) -> None:
    """A file cannot be a data folder."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as caught:
        DataFolder(tmp_path / "file")
    assert caught.value.key == "not_a_folder"


def test_a_folder_that_cannot_be_made(open_folder: Path, without_rights: Callable[[Callable[[], object]], str]) -> None:
    """Where this user may not make a folder, they are told so."""
    assert without_rights(lambda: DataFolder(open_folder / "a" / "b")).split(":")[0] == "unreadable"


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a choice, the data lie where the system keeps a user's data, under the name of the program."""
    assert default_path().name == "bankhalter"
    assert default_path().is_absolute()

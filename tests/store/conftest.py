"""A data folder of its own for each test, and programs run as people without rights."""

import os
import secrets
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from helpers.postgres import PostgresServer

from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import StoreError

NOBODY = 65_534


def refused(key: str, match: str | None = None) -> AbstractContextManager[object]:
    """Expects a StoreError with this key, and with these words in its sentence."""
    return pytest.raises(StoreError, match=match, check=lambda error: error.key == key)


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def database(folder: DataFolder) -> Path:
    """Where its database lies or will lie."""
    return folder.path / DATABASE


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, folder: DataFolder) -> str:
    """Where a new table's log may lie: in a data folder, or on a server."""
    if request.param == "sqlite":
        return folder.database_url
    return request.getfixturevalue("postgres").url(f"t_{secrets.token_hex(6)}")


@pytest.fixture
def table(request: pytest.FixtureRequest) -> str:
    """The name of a separate table on a server for each test, out of the test's own."""
    return f"t{abs(hash(request.node.name))}"


@pytest.fixture
def url(postgres: PostgresServer, table: str) -> str:
    return postgres.url(table)


@pytest.fixture
def any_store(address: str) -> Iterator[SqlStore]:
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture
def store(folder: DataFolder) -> Iterator[SqlStore]:
    """An open store in the data folder."""
    opened = open_store(folder.database_url)
    yield opened
    opened.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody may reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as path:
        Path(path).chmod(0o755)
        yield Path(path)


@pytest.fixture
def without_rights() -> Callable[[Callable[[], object]], str]:
    """Calls a function as somebody whom file rights bind, unlike root; returns the key and text of what it raised."""

    def call(function: Callable[[], object]) -> str:
        if os.name != "posix":
            pytest.skip("file rights are a matter of POSIX")
        receiver, sender = os.pipe()
        with warnings.catch_warnings():  # newer Pythons warn of threads, of which the child uses none
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:  # the whole child: it must not come back into pytest
            try:
                os.close(receiver)
                if os.geteuid() == 0:
                    os.setgid(NOBODY)
                    os.setuid(NOBODY)
                try:
                    function()
                except Exception as error:  # noqa: BLE001 -- any kind is an answer for the test to compare
                    os.write(sender, f"{getattr(error, 'key', type(error).__name__)}: {error}".encode())
            finally:
                os._exit(0)
        os.close(sender)
        with os.fdopen(receiver) as answers:
            answer = answers.read()
        os.waitpid(child, 0)
        return answer

    return call

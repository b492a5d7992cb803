"""A private PostgreSQL server for tests, from the system's packages; it ends with them and leaves nothing behind."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.missing import missing
from helpers.waiting import until

DEBIAN = Path("/usr/lib/postgresql")
USER = "bankhalter"
PATIENCE_S = 60.0
SETTINGS = ("-c", "listen_addresses=127.0.0.1", "-c", "fsync=on")
CONNECTIONS = 60


def programs() -> Path | None:
    """The folder of the server's programs, None if it is not installed."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), reverse=True)
    on_path = shutil.which("initdb")
    return found[0].parent if found else Path(on_path).resolve().parent if on_path else None


class PostgresServer:
    """A server on a free local port, which can be killed and started again."""

    def __init__(self, bin_folder: Path, folder: Path, connections: int = CONNECTIONS) -> None:
        self._bin, self._data = bin_folder, folder / "data"
        self._settings = (*SETTINGS, "-c", f"max_connections={connections}")
        self._account = "postgres" if os.geteuid() == 0 else None  # the server refuses to run as root
        if self._account is not None:
            shutil.chown(folder, self._account)
        command = ("initdb", "--pgdata", str(self._data), "--username", USER, "--auth", "trust", "--encoding", "UTF8")
        subprocess.run(
            [str(self._bin / command[0]), *command[1:], "--no-locale"], user=self._account, check=True,
            stdout=subprocess.DEVNULL, cwd=folder,
        )  # fmt: skip
        with socket.create_server(("127.0.0.1", 0)) as free:  # only now: others could take it while that is written
            self.port = free.getsockname()[1]
        self.start()

    def url(self, table: str = "table", database: str = "postgres") -> str:
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/{database}?table={table}"

    @property
    def pid(self) -> int:
        """The id of its main process, the parent of all others."""
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self._bin / "postgres"), "-D", str(self._data), "-p", str(self.port), "-k", "", *self._settings]
        said = self._data.with_name("said")
        with said.open("wb") as errors:
            self._process = subprocess.Popen(
                command, user=self._account, cwd=said.parent, stdout=subprocess.DEVNULL, stderr=errors
            )
        ready = [str(self._bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until(
            lambda: self._process.poll() is not None or not subprocess.run(ready, check=False).returncode,
            said.read_text,
        )
        assert self._process.poll() is None, said.read_text()

    def stop(self) -> None:
        """Stop it at once, without a clean shutdown: what was acknowledged must survive."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE_S)

    def run(self, statement: str, table: str = "table") -> list[tuple[object, ...]]:
        """Run a statement over a separate connection whose search path is that of one table; returns all rows."""
        import psycopg

        address = f"host=127.0.0.1 port={self.port} user={USER} dbname=postgres"
        with psycopg.connect(address, autocommit=True, options=f"-csearch_path=bankhalter_{table}") as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []


@contextmanager
def postgres_server(connections: int = CONNECTIONS) -> Iterator[PostgresServer]:
    bin_folder = programs()
    if bin_folder is None:
        missing("PostgreSQL is not installed (Debian: postgresql).")
        raise AssertionError
    with tempfile.TemporaryDirectory(prefix="postgres-") as place:  # other users cannot access pytest's own folders
        server = PostgresServer(bin_folder, Path(place), connections)
        try:
            yield server
        finally:
            server.stop()

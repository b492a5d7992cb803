"""The registry of a club: which process has which table, and their results. Stored in a folder, or on a server.

`FolderRegistry` is for one process, `postgres/registry.py` for many. Asked by `hub.features.club.running`.
"""

import re
import threading
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from hub.store.folder import DataFolder, FolderLock, Secrets

NAME = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")
"""What a table may be called: part of an address, a folder's name, and the name of a schema."""

TABLES = "tables"


class Listed(Struct, frozen=True):
    """A table as all processes know it: `url` is that of the process that has it, empty while none has.

    `status` is what that process last said of it, as JSON; `ours` means this process.
    """

    name: str
    secrets: Secrets
    url: str = ""
    ours: bool = False
    status: str = ""


class Standing(Struct, frozen=True):
    """The state of the club: its tables in order, the number of live processes, and all their addresses.

    `addresses` includes processes that ended lately, since their pages are still looking for their tables.
    """

    tables: tuple[Listed, ...] = ()
    processes: int = 1
    addresses: tuple[str, ...] = ()

    def table(self, name: str) -> Listed | None:
        return next((one for one in self.tables if one.name == name), None)


class Registry(Protocol):
    """Methods may be called from any thread, and raise StoreError."""

    def secrets(self, *, new_pin: bool = False) -> Secrets:
        """The club's secrets: the PIN of its front page, and the key with which its own keys are signed."""

    def add(self, names: Iterable[str]) -> None:
        """Add these tables, unless they exist."""

    def enter(self, url: str) -> None:
        """Join the club: this process answers at this address, until it is called with another one."""

    def here(self) -> None:
        """Report that this process is alive. Call this twice a second, in a thread that does nothing else."""

    def beat(self, statuses: Mapping[str, str]) -> Standing:
        """Report the status of this process's tables; returns the state of the club. Call this twice a second."""

    def take(self, but: Collection[str] = (), first: Collection[str] = ()) -> str | None:
        """Take a table that no process has, preferably one of `first`, none of `but`; None if there is none.

        The status that another process reported of it is cleared.
        """

    def leave(self, name: str) -> None:
        """Give a table up, so that another process can take it."""

    def tell(self, name: str, results: str) -> None:
        """Store the results of the finished games of one of this process's tables, as JSON, for the league."""

    def results(self) -> Mapping[str, str]:
        """The results stored for each table, whichever process has it now."""

    def database_of(self, name: str) -> str | None:
        """The URL of the database that holds a table's log; None if the log is in the table's folder."""

    def close(self) -> None:
        """Leave the club; other processes can take this one's tables."""


def in_order(names: Iterable[str]) -> list[str]:
    """Names in natural order: numbers by value, then words."""
    return sorted(names, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0, name))


class FolderRegistry:
    """One process has the folder, and all of its tables. Raises StoreError."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._lock = FolderLock(folder.path)
        self._mutex = threading.Lock()
        self._ours: set[str] = set()
        self._statuses: dict[str, str] = {}
        self._results: dict[str, str] = {}
        self._secrets: dict[str, Secrets] = {}
        self._url = ""

    def secrets(self, *, new_pin: bool = False) -> Secrets:
        return self._folder.secrets(new_pin=new_pin)

    def add(self, names: Iterable[str]) -> None:
        for name in names:
            self._secrets_of(name)

    def enter(self, url: str) -> None:
        self._url = url

    def here(self) -> None:
        """As `Registry` says: nobody else asks."""

    def beat(self, statuses: Mapping[str, str]) -> Standing:
        with self._mutex:
            self._statuses.update(statuses)
            return Standing(tuple(map(self._listed, self._names())), 1, (self._url,))

    def take(self, but: Collection[str] = (), first: Collection[str] = ()) -> str | None:
        with self._mutex:
            free = [name for name in self._names() if name not in self._ours and name not in but]
            name = next((name for name in free if name in first), next(iter(free), None))
            if name is not None:
                self._ours.add(name)
                self._statuses.pop(name, None)
            return name

    def leave(self, name: str) -> None:
        with self._mutex:
            self._ours.discard(name)

    def tell(self, name: str, results: str) -> None:
        with self._mutex:
            if name in self._ours:
                self._results[name] = results

    def results(self) -> Mapping[str, str]:
        """As `Registry` says: the process that has the folder reads its games again, so nothing is stored."""
        with self._mutex:
            return dict(self._results)

    def database_of(self, _name: str) -> str | None:
        return None

    def close(self) -> None:
        self._lock.release()

    def _names(self) -> list[str]:
        there = self._folder.path / TABLES
        found = there.iterdir() if there.is_dir() else ()
        return in_order(path.name for path in found if path.is_dir() and NAME.fullmatch(path.name))

    def _listed(self, name: str) -> Listed:
        ours = name in self._ours
        return Listed(name, self._secrets_of(name), self._url if ours else "", ours, self._statuses.get(name, ""))

    def _secrets_of(self, name: str) -> Secrets:
        if name not in self._secrets:
            self._secrets[name] = DataFolder(self._folder.path / TABLES / name).secrets()
        return self._secrets[name]

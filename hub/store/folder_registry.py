"""A club in one data folder, for one process: below `tables/` each table has a folder as a family has one."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping

from hub.store.folder import DataFolder, Secrets
from hub.store.lock import FolderLock
from hub.store.registry import NAME, Listed, Standing, in_order
from hub.store.sqlite import LOCK_FILE

TABLES = "tables"


class FolderRegistry:
    """One process has the folder, and all of its tables. Raises StoreError."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._lock = FolderLock(folder.path / LOCK_FILE)
        self._mutex = threading.Lock()
        self._ours: set[str] = set()
        self._statuses: dict[str, str] = {}
        self._results: dict[str, str] = {}
        self._secrets: dict[str, Secrets] = {}
        self._url = ""

    def secrets(self, *, new_pin: bool = False) -> Secrets:
        """As `Registry` says; those of the folder."""
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
        """As `Registry` says: in the table's folder."""
        return None

    def close(self) -> None:
        """Let another process have the folder."""
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

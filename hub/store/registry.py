"""The registry of a club: which process has which table, and their results. Stored in a folder, or on a server.

`folder_registry` is for one process, `postgres/registry.py` for many. Asked by `hub.features.club.running`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from hub.store.folder import Secrets

NAME = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")
"""What a table may be called: part of an address, a folder's name, and the name of a schema."""


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
        """The table of this name, None if there is none."""
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

"""What a club knows about its tables: which process has which, and their results. Stored in a folder, or on a server.

`folder_registry` is for one process, `postgres/registry.py` for many. Asked by `hub.wiring.club`.
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
    """The club at a moment: its tables in order, how many processes are there, and all their addresses.

    `addresses` has those of processes that went lately, too: their pages are still looking for their tables.
    """

    tables: tuple[Listed, ...] = ()
    processes: int = 1
    addresses: tuple[str, ...] = ()

    def table(self, name: str) -> Listed | None:
        """That of this name."""
        return next((one for one in self.tables if one.name == name), None)


class Registry(Protocol):
    """Methods may be called from any thread. All raise StoreError."""

    def secrets(self, *, new_pin: bool = False) -> Secrets:
        """The club's: what its front page asks for, and what its keys are signed with."""

    def add(self, names: Iterable[str]) -> None:
        """Have these tables, unless they are there."""

    def enter(self, url: str) -> None:
        """This process is there now, and answers at this address."""

    def here(self) -> None:
        """Report that this process is alive. To be called twice a second, by a thread that does nothing else."""

    def beat(self, statuses: Mapping[str, str]) -> Standing:
        """This process says this of its tables, and learns how the club stands. To be called twice a second."""

    def take(self, but: Collection[str] = (), first: Collection[str] = ()) -> str | None:
        """Have a table that no process has, `first` one of those, none of `but`; None if there is none.

        What another process said of it is forgotten.
        """

    def leave(self, name: str) -> None:
        """Somebody else may have that table."""

    def tell(self, name: str, results: str) -> None:
        """Say what the finished games of a table that this process has leave for the league, as JSON."""

    def results(self) -> Mapping[str, str]:
        """What was reported in this way for each table, whichever process has it now."""

    def database_of(self, name: str) -> str | None:
        """The address of the database that holds a table's log; None if its folder does."""

    def close(self) -> None:
        """This process goes; others may have its tables."""


def in_order(names: Iterable[str]) -> list[str]:
    """Names as people count them: figures by their value, then words."""
    return sorted(names, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0, name))

"""The interface to a kind of database that can hold a table's log; `sqlstore` is the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from hub.table.interfaces.storage import StoreError

Run: TypeAlias = Callable[[str, tuple[Any, ...]], object]
"""Executes one of our statements, whose values stand as `?`."""


class Database(Protocol):
    """An open database that this hub alone writes to."""

    def transaction(self) -> AbstractContextManager[Run]:
        """Everything run in the `with` body becomes durable at its end, or nothing does. Raises StoreError."""

    def read(self, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows of a query of SQLAlchemy's; the same object each time, so that it is compiled once."""

    def opened(self) -> None:
        """Call once everything needed at the start has been read: from then on reads are rare."""

    def corrupt(self) -> StoreError:
        """The error to raise where stored content cannot be what was written."""

    @property
    def lost(self) -> bool:
        """Whether this hub can no longer write: another one has the table, or the result of a commit is unknown."""

    def close(self) -> None:
        """Release the database, so that another hub can open it."""

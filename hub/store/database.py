"""The interface to a kind of database that can hold a table's log, and the URLs by which people name one.

A URL is `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?table=NAME`.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias
from urllib.parse import unquote

from hub.table.interfaces.storage import StoreError

Run: TypeAlias = Callable[[str, tuple[Any, ...]], object]
"""Executes one of our statements, whose values stand as `?`."""

FORMS = "use sqlite:///FILE or postgresql://USER@HOST/DATABASE."
PASSWORD = re.compile(r"(?<=://)([^:/]*):([^@]*)@")


class Database(Protocol):
    """An open database that this hub alone writes to."""

    def transaction(self) -> AbstractContextManager[Run]:
        """Everything run in the `with` body becomes durable at its end, or nothing does. Raises StoreError."""

    def read(self, statement: str, values: tuple[Any, ...]) -> Sequence[Any]:
        """The rows of a query, whose values stand as `?`."""

    def opened(self) -> None:
        """Call once everything needed at the start has been read: from then on reads are rare."""

    def corrupt(self) -> StoreError:
        """The error to raise where stored content cannot be what was written."""

    @property
    def lost(self) -> bool:
        """Whether this hub can no longer write: another one has the table, or the result of a commit is unknown."""

    def close(self) -> None:
        """Release the database, so that another hub can open it."""


def kind_of(url: str) -> str:
    """Which kind of database a URL names: `sqlite`, `postgresql` or another. Raises StoreError if it is no URL."""
    scheme, separator, _ = url.partition("://")
    if not separator:
        raise StoreError("unsupported", f"{url} is not a database address: {FORMS}")
    return scheme.partition("+")[0]


def without_password(url: str) -> str:
    """The URL as people may read it."""
    return PASSWORD.sub(r"\1:***@", url)


def password_of(url: str | None) -> tuple[str, ...]:
    """The password in a URL, if any, which must not be logged."""
    found = PASSWORD.search(url or "")
    return () if found is None else (unquote(found[2]),)

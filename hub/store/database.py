"""What a database holds that keeps a table's log, the interface to each kind, and the URLs by which people name one.

The content of a move is stored as JSON text, so that anybody can read an evening's log with any SQLite browser. A URL
is `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?table=NAME`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias
from urllib.parse import unquote

from hub.table.interfaces.storage import StoreError

APPLICATION = "bankhalter"
APPLICATION_ID = 0x42414E4B  # "BANK" in ASCII; SQLite's own mark of whose file this is
SCHEMA_VERSION = 3

META = "meta"
TABLES: Mapping[str, Mapping[str, str]] = {
    META: {"key": "TEXT", "value": "TEXT"},
    "games": {"number": "SERIAL", "id": "TEXT UNIQUE", "edition": "TEXT", "names": "TEXT", "started_ms": "BIGINT"},
    "entries": {
        "game": "TEXT REFERENCES games (id)",
        "seq": "INTEGER",
        "entry": "TEXT",
        "actor": "TEXT",
        "request": "TEXT",
        "at_ms": "BIGINT",
    },
    "documents": {"name": "TEXT", "data": "TEXT"},
    "positions": {"node": "TEXT", "boot": "BIGINT", "n": "BIGINT"},
    "requests": {"client": "TEXT", "place": "INTEGER", "number": "BIGINT", "id": "TEXT", "digest": "TEXT"},
}
"""The columns of each table with their types, none of which may be NULL.

`number` of a game is the order of their creation, whatever the clock said; `place` of a request is that of its number
in a ring, in which old ones give way.
"""
KEYS = {
    META: "key",
    "games": "number",
    "entries": "game, seq",
    "documents": "name",
    "positions": "node",
    "requests": "client, place",
}
NEW_VALUE = "INSERT INTO meta (key, value) VALUES (?, ?)"
VALUES = (("application", APPLICATION), ("schema", str(SCHEMA_VERSION)))

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


def creating(table: str) -> str:
    """The statement that makes a table, for PostgreSQL."""
    columns = ", ".join(f"{column} {kind} NOT NULL" for column, kind in TABLES[table].items())
    return f"CREATE TABLE {table} ({columns}, PRIMARY KEY ({KEYS[table]}))"


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

"""Selects the kind of database by the scheme of its URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from hub.store.database import Database
from hub.store.sqlite import SqliteDatabase
from hub.table.interfaces.storage import StoreError


def _on_a_server(url: URL) -> Database:
    from hub.store.postgres.opening import PostgresDatabase  # here: a family's games lie in a file

    return PostgresDatabase(url)


KINDS: Mapping[str, Callable[[URL], Database]] = {"sqlite": SqliteDatabase, "postgresql": _on_a_server}
FORMS = "use sqlite:///FILE or postgresql://USER@HOST/DATABASE."


def open_database(url: str | URL) -> Database:
    """Open the database of a URL for this hub alone, creating what is not there yet. Raises StoreError."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError("unsupported", f"{url} is not a database address: {FORMS}") from error
    kind = KINDS.get(parsed.get_backend_name())
    if kind is None:
        shown = parsed.render_as_string(hide_password=True)
        raise StoreError("unsupported", f"{shown} cannot hold a table's log: {FORMS}")
    return kind(parsed)


def password_of(url: str | None) -> tuple[str, ...]:
    """The password in a URL, if any, which must not be logged."""
    try:
        password = make_url(url).password if url is not None else None
    except (ArgumentError, ValueError):
        return ()
    return () if password is None else (str(password),)

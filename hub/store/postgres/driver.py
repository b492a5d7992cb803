"""Connections of the driver's own, and SQLAlchemy's queries as text for them.

SQLAlchemy's engines are not used: each table would have one, which compiles all queries again and begins and ends a
transaction around each of them. For a process that takes over a hundred tables that is most of the work on its log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hub.store.postgres.address import Address
from hub.table.interfaces.storage import StoreError

DURABLE = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local')
"""
"""A server may be set to acknowledge commits before they are stored; one that does more than we ask keeps doing so."""


def check_driver() -> None:
    """Raises StoreError `unsupported` if the driver is not installed."""
    try:
        import psycopg  # noqa: F401  # only clubs have it
    except ImportError as error:
        raise StoreError(
            "unsupported", "A PostgreSQL server needs the extra `club`: pip install 'bankhalter[club]'"
        ) from error


def connect(address: Address) -> Any:
    """A connection that knows its schema, makes every commit durable, and begins no transactions by itself."""
    import psycopg

    positional, named = _dialect().create_connect_args(address.url)
    connection = psycopg.connect(*positional, autocommit=True, **named)
    try:
        connection.execute(DURABLE)
    except BaseException:
        connection.close()
        raise
    return connection


def rows(connection: Any, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
    """The rows of a query, whose text is made once: pass the same object each time."""
    query = compiled(statement)
    found: Sequence[Any] = connection.execute(query.string, query.construct_params(values)).fetchall()
    return found


@cache
def compiled(statement: Any) -> Any:
    """A statement as the server reads it."""
    return statement.compile(dialect=_dialect())


@cache
def _dialect() -> Any:
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

    return PGDialect_psycopg(use_native_hstore=False)  # type: ignore[no-untyped-call]

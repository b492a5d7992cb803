"""Opens a table's log on a server: creates or checks its schema, then takes the lease. Called by `sqlstore`."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from hub.store.database import APPLICATION, META, NEW_VALUE, SCHEMA_VERSION, TABLES, VALUES, Database, Run, creating
from hub.store.postgres.connection import (
    PATIENCE_S,
    Address,
    PostgresSession,
    address_of,
    as_driver,
    check_driver,
    connect,
    fault,
    rows,
    store_errors,
)
from hub.store.postgres.lease import TABLE, Lease
from hub.table.interfaces.storage import StoreError

log = logging.getLogger(__name__)

FOUND = """
    SELECT ARRAY(
        SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(%s)) AND relkind = 'r'
    ), current_setting('fsync')
"""
"""In one query, since a process that takes over tables runs it for each of them."""

THERE = "SELECT to_regnamespace(quote_ident(%s)) IS NOT NULL"
ABOUT = "SELECT key, value FROM meta"
AGAIN_S = 0.2


class PostgresDatabase:
    """One connection writes and renews the lease; it is opened again after the server was away.

    Everything read before `opened` uses it too; afterwards reading is rare, and opens a new connection each time, so
    that no move waits for it.
    """

    def __init__(self, url: str) -> None:
        check_driver()
        self._address = address = address_of(url)
        self._place = address.place
        self._opened = False
        self._doubted: int | None = None
        self._in_doubt = False
        with self._errors():
            self._session = PostgresSession(partial(connect, address))
            try:
                with self._session.used() as connection:
                    prepare_schema(connection, address)
                self._lease = Lease(self._session, self._place)
            except BaseException:
                self._session.close()
                raise

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """As `Database` says. If the server goes away during the commit, it is asked whether that was stored.

        The statements are sent together, and are only committed once the server has answered all of them: waiting for
        each answer would cost a process with many tables a change of threads.
        """
        with self._errors(), self._session.used() as connection:
            self._clear_doubt(connection)
            self._lease.hold_with(connection)
            lease = connection.cursor()
            try:
                with connection.pipeline(), connection.cursor() as cursor:
                    cursor.execute("BEGIN")
                    self._lease.ask(lease)
                    yield lambda statement, values: cursor.execute(as_driver(statement), values)
                number = self._lease.count(lease)
            except BaseException as error:
                with suppress(Exception):
                    connection.rollback()
                if lease.rowcount == 0:  # the other errors followed from this: another hub plays here
                    raise self._lease.gone() from error
                raise
            self._commit(connection, number)

    def read(self, statement: str, values: tuple[Any, ...]) -> Sequence[Any]:
        with self._errors(), connect(self._address) if self._opened else self._session.used() as connection:
            return rows(connection, statement, values)

    def opened(self) -> None:
        self._opened = True

    @property
    def lost(self) -> bool:
        return self._in_doubt or self._lease.lost

    def corrupt(self) -> StoreError:
        return fault("corrupt", self._place)

    def close(self) -> None:
        self._lease.free()
        self._session.close()

    def _errors(self) -> AbstractContextManager[None]:
        return store_errors(self._place)

    def _clear_doubt(self, connection: Any) -> None:
        """Find out about a commit whose result is unknown. Raises StoreError if it was stored."""
        if self._doubted is None:
            return
        if self._lease.landed(connection, self._doubted):
            self._in_doubt = True
            raise fault("in_doubt", self._place)
        self._doubted = None

    def _commit(self, connection: Any, number: int) -> None:
        from psycopg import OperationalError

        try:
            connection.commit()
        except OperationalError as lost:
            with suppress(Exception):
                connection.close()
            if not self._found_again(number, lost):
                raise

    def _found_again(self, number: int, lost: Exception) -> bool:
        """Whether a transaction without an answer was stored. Raises StoreError if the server cannot be asked."""
        from psycopg import Error

        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with suppress(Error):
                return self._lease.landed(self._session.reopened(), number)
            time.sleep(AGAIN_S)
        self._doubted = number
        raise fault("away", self._place, lost) from lost


def prepare_schema(connection: Any, address: Address) -> None:
    """Check the table's schema, or create it; two hubs that start at once do so in turn. Raises StoreError."""
    names, fsync = _found(connection, address)
    if not names:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (address.schema,))
            names, _ = _found(connection, address)
            if not names:
                _make(connection, address)
    if names:
        check_schema(connection, address, names)
    if fsync == "off":
        log.warning(
            "the server of %s does not wait for its disk (fsync is off): a power cut takes moves", address.place
        )


def check_schema(connection: Any, address: Address, names: set[str]) -> None:
    if META not in names:
        raise fault("foreign", address.place)
    values = dict(connection.execute(ABOUT).fetchall())
    version = values.get("schema", "")
    if values.get("application") != APPLICATION or not version.isdigit():
        raise fault("foreign", address.place)
    if int(version) > SCHEMA_VERSION:
        raise StoreError(
            "newer",
            f"{address.place} was written by a newer Bankhalter (schema {version}, this one knows {SCHEMA_VERSION}): "
            "update Bankhalter, or name another one with ?table=NAME.",
        )
    if int(version) < SCHEMA_VERSION or not {*TABLES, "writer"} <= names:
        raise fault("corrupt", address.place)


def _found(connection: Any, address: Address) -> tuple[set[str], str]:
    names, fsync = connection.execute(FOUND, (address.schema,)).fetchone()
    return set(names), fsync


def _make(connection: Any, address: Address) -> None:
    if not connection.execute(THERE, (address.schema,)).fetchone()[0]:
        connection.execute(f'CREATE SCHEMA "{address.schema}"')
    for table in TABLES:
        connection.execute(creating(table))
    connection.execute(TABLE)
    for pair in VALUES:
        connection.execute(as_driver(NEW_VALUE), pair)


def look_at(url: str, closing: ExitStack) -> Database | None:
    """A log read while any process has it, closed with `closing`; None if nobody has opened this table yet."""
    check_driver()
    address = address_of(url)
    with store_errors(address.place):
        connection = connect(address)
        closing.callback(connection.close)
        names, _ = _found(connection, address)
        if not names:
            return None
        check_schema(connection, address, names)
    return _LookedAt(address, connection)


class _LookedAt:
    """A `Database` that writes nothing."""

    lost = False

    def __init__(self, address: Address, connection: Any) -> None:
        self._place, self._connection = address.place, connection

    def transaction(self) -> AbstractContextManager[Run]:
        raise fault("only_read", self._place)

    def read(self, statement: str, values: tuple[Any, ...]) -> Sequence[Any]:
        with store_errors(self._place):
            return rows(self._connection, statement, values)

    def opened(self) -> None:
        """As `Database` says: a reader has soon finished."""

    def corrupt(self) -> StoreError:
        return fault("corrupt", self._place)

    def close(self) -> None:
        self._connection.close()

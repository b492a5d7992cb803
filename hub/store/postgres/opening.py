"""Opens a table's log on a server: creates or checks its schema, then takes the lease. Called by `databases`."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from hub.store.database import Run
from hub.store.postgres.address import PATIENCE_S, Address, address_of
from hub.store.postgres.faults import fault, store_errors
from hub.store.postgres.lease import TABLE, Lease
from hub.store.schema import APPLICATION, META, SCHEMA_VERSION, TABLES
from hub.table.interfaces.storage import StoreError

log = logging.getLogger(__name__)

DURABLE = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local')
"""
"""A server may be configured to acknowledge commits before they are stored; a stricter setting than ours is kept."""

FOUND = """
    SELECT to_regnamespace(quote_ident(%s)) IS NOT NULL,
        ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = %s), current_setting('fsync')
"""
"""In one query, since a process that takes over tables runs it for each of them."""

AGAIN_S = 0.2


class PostgresDatabase:
    """One connection writes, one renews the lease; each is opened again after the server was away.

    Everything read before `opened` uses one connection, which later writes; afterwards reading is rare, and opens a new
    connection each time, so that in the long run a table uses two connections of the server.
    """

    def __init__(self, url: URL) -> None:
        self._address = address = address_of(url)
        self._place = address.place
        self.engine = open_engine(address, kept=1)
        try:
            with self._errors():
                with self.engine.connect() as connection:
                    prepare_schema(connection, address)
                    connection.commit()
                self._lease = Lease(self._connection, self._place)
        except BaseException:
            self.engine.dispose()
            raise
        self._writer: Any = None
        self._doubted: int | None = None
        self._in_doubt = False

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """As `Database` says. If the server goes away during the commit, it is asked whether that was stored.

        The statements are sent together, and are only committed once the server has answered all of them: waiting for
        each answer would cost a process with many tables a change of threads.
        """
        with self._errors():
            writer = self._connected()
            lease = writer.cursor()
            try:
                with writer.pipeline(), writer.cursor() as cursor:
                    self._lease.ask(lease)
                    yield lambda statement, values: cursor.execute(_as_driver(statement), values)
                number = self._lease.count(lease)
            except BaseException as error:
                with suppress(Exception):
                    writer.rollback()
                if lease.rowcount == 0:  # the other errors followed from this: another hub plays here
                    raise self._lease.gone() from error
                raise
            self._commit(writer, number)

    def reading(self) -> AbstractContextManager[None]:
        """As `Database` says."""
        return self._errors()

    def opened(self) -> None:
        """As `Database` says."""
        if self._writer is None:
            with suppress(StoreError), self._errors():  # a server that was away is tried again by the first move
                self._writer = self._connection()
        self.engine, opening = open_engine(self._address), self.engine
        opening.dispose()

    @property
    def lost(self) -> bool:
        """As `Database` says."""
        return self._in_doubt or self._lease.lost

    def corrupt(self) -> StoreError:
        """As `Database` says."""
        return fault("corrupt", self._place)

    def close(self) -> None:
        """Let another hub have the table at once."""
        self._lease.free()
        if self._writer is not None:
            with suppress(Exception):
                self._writer.close()
        self.engine.dispose()

    def _errors(self) -> AbstractContextManager[None]:
        return store_errors(self._place)

    def _connection(self) -> Any:
        """A separate connection, which no pool takes back."""
        return own_connection(self.engine)

    def _connected(self) -> Any:
        """The connection that writes; first finds out about a commit whose result is unknown."""
        if self._writer is None or self._writer.closed:
            self._writer = self._connection()
        if self._doubted is not None:
            if self._was_stored(self._writer, self._doubted):
                self._in_doubt = True
                raise fault("in_doubt", self._place)
            self._doubted = None
        return self._writer

    def _commit(self, writer: Any, number: int) -> None:
        from psycopg import OperationalError

        try:
            writer.commit()
        except OperationalError as lost:
            with suppress(Exception):
                writer.close()
            if not self._found_again(number, lost):
                raise

    def _found_again(self, number: int, lost: Exception) -> bool:
        """Whether a transaction without an answer was stored. Raises StoreError if the server cannot be asked."""
        from psycopg import Error

        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with suppress(Error, DBAPIError):
                self._writer = self._connection()
                return self._was_stored(self._writer, number)
            time.sleep(AGAIN_S)
        self._doubted = number
        raise fault("away", self._place, lost) from lost

    def _was_stored(self, writer: Any, number: int) -> bool:
        with writer.cursor() as cursor:
            landed = self._lease.landed(cursor, number)
        writer.commit()
        return landed


def open_engine(address: Address, kept: int = 0) -> Engine:
    """An engine whose sessions use this table's schema and make every commit durable; it keeps so many connections.

    Raises StoreError `unsupported`.
    """
    pool: dict[str, Any] = {"poolclass": NullPool}  # little is read while people play
    if kept:
        pool = {"poolclass": QueuePool, "pool_size": kept, "max_overflow": -1}
    try:
        engine = create_engine(address.url, use_native_hstore=False, **pool)  # or each new connection asks for it
    except ImportError as error:
        raise StoreError(
            "unsupported", "A PostgreSQL server needs the extra `club`: pip install 'bankhalter[club]'"
        ) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.execute(DURABLE)
        connection.commit()

    return engine


def own_connection(engine: Engine) -> Any:
    """A connection of the driver's, which no pool takes back."""
    fairy = engine.raw_connection()
    connection = fairy.driver_connection
    fairy.detach()
    return connection


def prepare_schema(connection: Connection, address: Address) -> None:
    """Check the table's schema, or create it; two hubs that start at once do so in turn. Raises StoreError."""
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext(%s))", (address.schema,))
    there, found, fsync = connection.exec_driver_sql(FOUND, (address.schema, address.schema)).one()
    names = set(found)
    if not there:
        connection.exec_driver_sql(f'CREATE SCHEMA "{address.schema}"')
    if not names:
        TABLES.create_all(connection)
        connection.exec_driver_sql(TABLE)
        rows = [{"key": "application", "value": APPLICATION}, {"key": "schema", "value": str(SCHEMA_VERSION)}]
        connection.execute(META.insert(), rows)
    else:
        check_schema(connection, address, names)
    if fsync == "off":
        log.warning(
            "the server of %s does not wait for its disk (fsync is off): a power cut takes moves", address.place
        )


def check_schema(connection: Connection, address: Address, names: set[str]) -> None:
    """Whether these tables are a log that this hub knows. Raises StoreError if not."""
    if META.name not in names:
        raise fault("foreign", address.place)
    rows = {row.key: row.value for row in connection.execute(select(META.c.key, META.c.value))}
    version = rows.get("schema", "")
    if rows.get("application") != APPLICATION or not version.isdigit():
        raise fault("foreign", address.place)
    if int(version) > SCHEMA_VERSION:
        raise StoreError(
            "newer",
            f"{address.place} was written by a newer Bankhalter (schema {version}, this one knows {SCHEMA_VERSION}): "
            "update Bankhalter, or name another one with ?table=NAME.",
        )
    if int(version) < SCHEMA_VERSION or not {*TABLES.tables, "writer"} <= names:
        raise fault("corrupt", address.place)


@cache
def _as_driver(statement: str) -> str:
    return statement.replace("?", "%s")

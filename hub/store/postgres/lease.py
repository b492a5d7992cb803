"""One hub per table on a server: a lease that has to be renewed, with a fencing number in every transaction.

Whoever takes a table over gets the next number (`epoch`). Each transaction begins by renewing the lease under that
number, so a hub that was suspended and wakes up after another one took its table can no longer write. Only the server's
clock counts. After a lost connection, `commits` tells whether the last transaction was stored.

The session of a table also holds a lock on the server, which is released as soon as it ends: a killed hub loses its
table to whoever asks next, while a hub that is only silent keeps its lease until it expires (0064). Then the server
ends its session, which may still hold the row that the next hub has to write.
"""

import logging
import threading
import time
from contextlib import suppress
from typing import Any

from hub.store.postgres.connection import PostgresSession, fault
from hub.table.interfaces.storage import StoreError
from hub.table.interfaces.threads import TableThread

LEASE_S = 3.0
"""A hub that has not been seen for this long loses its table to any other that asks for it."""

RENEWED_S = 1.0
PATIENCE_S = LEASE_S + 2.0
"""How long a starting hub waits for the lease of one that was killed."""

TABLE = """
    CREATE TABLE writer (
        only_one BOOLEAN PRIMARY KEY CHECK (only_one), epoch BIGINT NOT NULL, commits BIGINT NOT NULL,
        seen TIMESTAMPTZ NOT NULL
    )
"""
TAKE = """
    WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', '200ms', TRUE))
    INSERT INTO writer SELECT TRUE, 1, 0, clock_timestamp() FROM patience
    ON CONFLICT (only_one) DO UPDATE SET epoch = writer.epoch + 1, commits = 0, seen = clock_timestamp()
    WHERE writer.seen < clock_timestamp() - make_interval(secs => %s)
        OR pg_try_advisory_xact_lock_shared(hashtext(current_schema()), writer.epoch::int)
    RETURNING epoch, pg_try_advisory_lock(hashtext(current_schema()), epoch::int)
"""
"""Settings made within a statement end with it."""

END_LATE = """
    SELECT pg_terminate_backend(pid) FROM writer JOIN pg_locks
        ON locktype = 'advisory' AND classid = hashtext(current_schema())::oid AND objid = epoch::int::oid
    WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND seen < clock_timestamp() - make_interval(secs => %s)
"""
"""The session under whose number the lease has expired. Between two messages of a transaction no time-out of the
server's applies to it: a hub that was stopped there would keep its row, and the table, for as long as it exists.
"""

HOLD = "SELECT pg_try_advisory_lock(hashtext(current_schema()), %s)"
"""Until this session ends; false while another holds it, such as our last one whose end the server has not noticed."""

RENEW = """
    UPDATE writer SET seen = clock_timestamp() FROM (SELECT set_config('synchronous_commit', 'off', TRUE)) AS unhurried
    WHERE epoch = %s
"""
"""If a crash of the server undoes a renewal, others merely get the table sooner: the number still decides."""

COUNT = "UPDATE writer SET seen = clock_timestamp(), commits = commits + 1 WHERE epoch = %s RETURNING commits"
LANDED = "SELECT commits FROM writer WHERE epoch = %s FOR UPDATE"
FREE = "UPDATE writer SET seen = '-infinity' WHERE epoch = %s"

log = logging.getLogger(__name__)


class Lease:
    """Held from construction until `free`; the constructor raises StoreError `in_use`."""

    def __init__(self, session: PostgresSession, place: str) -> None:
        self._session, self._place = session, place
        self.lost = False
        """Another hub has the table."""
        self._holder: Any = None
        """The connection that holds the lock of our number."""
        with session.used() as connection:
            self._epoch = self._take(connection)
        self._stopped = threading.Event()
        self._thread = TableThread(self._keep, "lease")
        self._thread.start()

    def hold_with(self, connection: Any) -> None:
        """Have this connection hold the lock of our number, if it is a new one: else others may take the table."""
        if connection is not self._holder and hold(connection, self._epoch):
            self._holder = connection

    def ask(self, cursor: Any) -> None:
        """Begin a transaction by sending the renewal of the lease; `count` reads the server's answer."""
        cursor.execute(COUNT, (self._epoch,))

    def count(self, cursor: Any) -> int:
        """The number of the transaction. Raises StoreError if another hub has the table."""
        row = cursor.fetchone()
        if row is None:
            raise self.gone()
        return int(row[0])

    def gone(self) -> StoreError:
        self.lost = True
        return fault("in_use", self._place)

    def landed(self, connection: Any, number: int) -> bool:
        """Whether the transaction of this number was stored; waits until the server has ended it."""
        row = connection.execute(LANDED, (self._epoch,)).fetchone()
        if row is None:
            self.lost = True
            raise fault("in_doubt", self._place)
        return int(row[0]) >= number

    def free(self) -> None:
        """Release the lease, so that another hub can have the table at once; if the server is away, it expires."""
        self._stopped.set()
        self._thread.join()
        with suppress(Exception), self._session.used() as connection:
            connection.execute(FREE, (self._epoch,))

    def _take(self, connection: Any) -> int:
        """The next number, which is on disk before anything is written under it."""
        deadline = time.monotonic() + PATIENCE_S
        while (row := _taken(connection)) is None:
            if time.monotonic() > deadline:
                raise fault("in_use", self._place)
            time.sleep(RENEWED_S / 5)
        self._holder = connection if row[1] else None
        return int(row[0])

    def _keep(self) -> None:
        while not self._stopped.wait(RENEWED_S):
            try:
                self._renew()
            except Exception as error:  # noqa: BLE001 whatever it is, try again in a second
                log.warning("the lease of %s could not be renewed: %s", self._place, str(error).strip())
                with suppress(Exception):  # over a new connection
                    self._renew()
            if self.lost:
                log.error("another hub has taken over %s", self._place)
                return

    def _renew(self) -> None:
        with self._session.used() as connection:
            self.lost = self.lost or connection.execute(RENEW, (self._epoch,)).rowcount == 0
            self.hold_with(connection)


def hold(connection: Any, number: int) -> bool:
    """Hold the lock of this number, in the connection's schema, until the connection ends; returns whether it did."""
    return bool(connection.execute(HOLD, (number,)).fetchone()[0])


def _taken(connection: Any) -> tuple[int, bool] | None:
    """The next number and whether its lock is held; None while another has the table."""
    from psycopg.errors import InsufficientPrivilege, LockNotAvailable

    try:
        row: tuple[int, bool] | None = connection.execute(TAKE, (LEASE_S,)).fetchone()
    except LockNotAvailable:  # a transaction of the other's is not over
        with suppress(InsufficientPrivilege):  # a hub that plays under another account: only its own end helps
            connection.execute(END_LATE, (LEASE_S,))
        return None
    return row

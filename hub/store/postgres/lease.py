"""One hub per table on a server: a lease that has to be renewed, with a fencing number in every transaction.

Whoever takes a table over gets the next number (`epoch`). Each transaction begins by renewing the lease under that
number, so a hub that was suspended and wakes up after another one took its table can no longer write. Only the server's
clock counts. After a lost connection, `commits` tells whether the last transaction was stored.

The session that renews the lease also holds a lock on the server, which is released as soon as it ends: a killed hub
loses its table after one second, while a hub that is only silent keeps its lease until it expires (0064).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hub.store.postgres.faults import fault
from hub.table.interfaces.storage import StoreError
from hub.table.interfaces.threads import TableThread

LEASE_S = 3.0
"""A hub that has not been seen for this long loses its table to any other that asks for it."""

ENDED_S = 1.0
"""The same if its session has ended: a hub whose connection broke has opened another by then."""

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
    INSERT INTO writer VALUES (TRUE, 1, 0, clock_timestamp())
    ON CONFLICT (only_one) DO UPDATE SET epoch = writer.epoch + 1, commits = 0, seen = clock_timestamp()
    WHERE writer.seen < clock_timestamp() - make_interval(secs => %s)
        OR writer.seen < clock_timestamp() - make_interval(secs => %s)
            AND pg_try_advisory_xact_lock_shared(hashtext(current_schema()), writer.epoch::int)
    RETURNING epoch, pg_try_advisory_lock(hashtext(current_schema()), epoch::int)
"""
HOLD = "SELECT pg_try_advisory_lock(hashtext(current_schema()), %s)"
"""Until this session ends; false while another holds it, such as our last one whose end the server has not noticed."""

UNHURRIED = "SET synchronous_commit = off"
"""If a crash of the server undoes a renewal, others merely get the table sooner: the number still decides."""

RENEW = "UPDATE writer SET seen = clock_timestamp() WHERE epoch = %s"
COUNT = "UPDATE writer SET seen = clock_timestamp(), commits = commits + 1 WHERE epoch = %s RETURNING commits"
LANDED = "SELECT commits FROM writer WHERE epoch = %s FOR UPDATE"
FREE = "UPDATE writer SET seen = '-infinity' WHERE epoch = %s"

log = logging.getLogger(__name__)


class Lease:
    """Held from construction until `free`; the constructor raises StoreError `in_use`.

    `connect` opens a connection that begins no transactions by itself.
    """

    def __init__(self, connect: Callable[[], Any], place: str) -> None:
        self._connect, self._place = connect, place
        self.lost = False
        """Another hub has the table."""
        self._holds = False
        self._connection = connect()
        try:
            self._epoch = self._take()
        except BaseException:
            self._connection.close()
            raise
        self._stopped = threading.Event()
        self._thread = TableThread(target=self._keep, name="lease", daemon=True)
        self._thread.start()

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
        """What to raise when another hub has the table."""
        self.lost = True
        return fault("in_use", self._place)

    def landed(self, cursor: Any, number: int) -> bool:
        """Whether the transaction of this number was stored; waits until the server has ended it."""
        row = cursor.execute(LANDED, (self._epoch,)).fetchone()
        if row is None:
            self.lost = True
            raise fault("in_doubt", self._place)
        return int(row[0]) >= number

    def free(self) -> None:
        """Release the lease, so that another hub can have the table at once; if the server is away, it expires."""
        self._stopped.set()
        self._thread.join()
        with suppress(Exception):
            self._run(FREE)
        with suppress(Exception):
            self._connection.close()

    def _take(self) -> int:
        """The next number, which is on disk before anything is written under it; renewals are one statement each."""
        deadline = time.monotonic() + PATIENCE_S
        while (row := self._connection.execute(TAKE, (LEASE_S, ENDED_S)).fetchone()) is None:
            if time.monotonic() > deadline:
                raise fault("in_use", self._place)
            time.sleep(RENEWED_S / 5)
        self._holds = bool(row[1])
        self._connection.execute(UNHURRIED)
        return int(row[0])

    def _keep(self) -> None:
        while not self._stopped.wait(RENEWED_S):
            try:
                if not self._run(RENEW):
                    self.lost = True
                    log.error("another hub has taken over %s", self._place)
                    return
                if not self._holds:
                    self._holds = hold(self._connection, self._epoch)
            except Exception as error:  # noqa: BLE001 whatever it is, try again in a second
                log.warning("the lease of %s could not be renewed: %s", self._place, str(error).strip())
                self._reconnect()

    def _run(self, statement: str) -> int:
        return int(self._connection.execute(statement, (self._epoch,)).rowcount)

    def _reconnect(self) -> None:
        with suppress(Exception):
            self._connection.close()
        with suppress(Exception):
            self._holds = False
            self._connection = self._connect()
            self._connection.execute(UNHURRIED)
            self._holds = hold(self._connection, self._epoch)


def hold(connection: Any, number: int) -> bool:
    """Hold the lock of this number, in the connection's schema, until the connection ends; returns whether it did."""
    return bool(connection.execute(HOLD, (number,)).fetchone()[0])

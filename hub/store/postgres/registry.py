"""A club on a PostgreSQL server, for many processes: a schema of its own lists tables and processes.

A process has a table as long as it reports twice a second that it is alive. Whether it may write is decided by the
table's own lease (`lease.py`): this list only says where to look. Only the server's clock counts. As with a lease, a
session of the process holds a lock, so that a killed process is known to be gone after a second (0064), and at once
if nobody listens at its address any more (0064).
"""

import ipaddress
import socket
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

from hub.store.folder import Secrets, new_secrets, other_pin
from hub.store.postgres.connection import CLUB, check_driver, club_address, connect, fault, store_errors
from hub.store.postgres.lease import hold
from hub.store.registry import Listed, Standing, in_order

T = TypeVar("T")
VERSION = "1"

ENDED_S = 1.0
"""How long a process whose session has ended may be silent: one whose connection broke has opened another by then."""

SILENT_S = 6.0
"""How long a process may be silent while its session lasts: it may be busy, hang, or be cut off."""

MADE = (
    "SELECT pg_advisory_xact_lock(hashtext('bankhalter club'))",
    f"CREATE SCHEMA IF NOT EXISTS {CLUB}",
    "CREATE TABLE IF NOT EXISTS club (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS processes (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, url TEXT NOT NULL, seen TIMESTAMPTZ NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS tables (
        name TEXT PRIMARY KEY, secret TEXT NOT NULL, pin TEXT NOT NULL, process BIGINT, status TEXT NOT NULL
    )""",
    "CREATE TABLE IF NOT EXISTS results (name TEXT PRIMARY KEY, said TEXT NOT NULL)",
)
NEW_VALUE = "INSERT INTO club VALUES (%s, %s) ON CONFLICT (key) DO NOTHING"
SET_PIN = "UPDATE club SET value = %s WHERE key = 'pin'"
VALUES = "SELECT key, value FROM club"
NEW_TABLE = "INSERT INTO tables VALUES (%s, %s, %s, NULL, '') ON CONFLICT (name) DO NOTHING"
ENTER = "INSERT INTO processes (url, seen) VALUES (%s, clock_timestamp()) RETURNING number"
FORGET = "DELETE FROM processes WHERE seen < clock_timestamp() - interval '1 hour'"
"""How long the addresses of processes that have gone are remembered."""

UNHURRIED, ALWAYS_UNHURRIED = "SET LOCAL synchronous_commit = off", "SET synchronous_commit = off"
"""Reports repeated every half second need not be on disk, nor need the holder of a table: its lease decides that."""

SEEN = "UPDATE processes SET seen = clock_timestamp() WHERE number = %s"
SEEN_AT = "UPDATE processes SET seen = clock_timestamp(), url = %s WHERE number = %s"
SAY = "UPDATE tables SET status = %s WHERE name = %s AND process = %s"
TABLES = "SELECT name, secret, pin, status, process FROM tables"
THERE = """CASE
    WHEN number = %s THEN TRUE
    WHEN seen <= clock_timestamp() - make_interval(secs => %s) THEN FALSE
    WHEN seen > clock_timestamp() - make_interval(secs => %s) THEN TRUE
    ELSE NOT pg_try_advisory_xact_lock_shared(hashtext(current_schema()), number::int)
END"""
"""Whether a process is alive, as seen by this one. The order matters: only a silent process's lock is tried."""

UNHELD = "pg_try_advisory_xact_lock_shared(hashtext(current_schema()), number::int)"
PROCESSES = """
    SELECT number, url, {there},
        NOT number = %s AND seen > clock_timestamp() - make_interval(secs => %s) AND {unheld}
    FROM processes ORDER BY seen DESC
""".replace("{there}", THERE).replace("{unheld}", UNHELD)
"""The last column: one whose session has just ended."""

DIED = """
    UPDATE processes SET seen = LEAST(seen, clock_timestamp() - make_interval(secs => %s))
    WHERE number = ANY(%s) AND {unheld}
""".replace("{unheld}", UNHELD)
TAKE = """
    WITH there AS MATERIALIZED (SELECT number FROM processes WHERE {there})
    UPDATE tables SET process = %s, status = '' WHERE name = (
        SELECT name FROM tables
        WHERE (process IS NULL OR NOT process IN (SELECT number FROM there)) AND NOT name = ANY(%s)
        ORDER BY NOT name = ANY(%s), name LIMIT 1 FOR UPDATE OF tables SKIP LOCKED
    ) RETURNING name
""".replace("{there}", THERE)
TELL = """
    INSERT INTO results SELECT name, %s FROM tables WHERE name = %s AND process = %s
    ON CONFLICT (name) DO UPDATE SET said = excluded.said
"""
RESULTS = "SELECT name, said FROM results"
LEAVE = "UPDATE tables SET process = NULL WHERE name = %s AND process = %s"
GO = "UPDATE tables SET process = NULL WHERE process = %s"
GONE = "UPDATE processes SET seen = seen - make_interval(secs => %s) WHERE number = %s"

PATIENCE_S = 0.3
USUAL = {"http": 80, "https": 443}


class PostgresRegistry:
    """Two connections, opened again after the server was away; one is only for reporting that the process is alive.

    Raises StoreError.
    """

    def __init__(self, url: str) -> None:
        check_driver()
        self._address = address = club_address(url)
        self._url, self._place = url, address.place
        self._connection: Any = None
        self._presence: Any = None
        self._lock, self._presence_lock = threading.Lock(), threading.Lock()
        self._at, self._number, self._held, self._holds = "", 0, 0, False
        self._said: dict[str, str] = {}
        self._within(self._prepare)

    def secrets(self, *, new_pin: bool = False) -> Secrets:
        def found(cursor: Any) -> Secrets:
            values = dict(cursor.execute(VALUES).fetchall())
            if new_pin:
                values["pin"] = other_pin(values["pin"])
                cursor.execute(SET_PIN, (values["pin"],))
            return Secrets(values["secret"], values["pin"])

        return self._within(found)

    def add(self, names: Iterable[str]) -> None:

        def added(cursor: Any) -> None:
            for name in names:
                made = new_secrets()
                cursor.execute(NEW_TABLE, (name, made.server_secret, made.banker_pin))

        self._within(added)

    def enter(self, url: str) -> None:
        """As `Registry` says; a new address is reported by the next beat, since the server may be away just then."""
        self._at = url
        if not self._number:
            self._within(self._enter)
            self.here()

    def here(self) -> None:
        """As `Registry` says: one statement, so that it gets through on a busy process."""
        with self._presence_lock, store_errors(self._place):
            if self._presence is None or self._presence.closed or self._held != self._number:
                self._leave_presence()
                self._presence = connect(self._address)
                self._presence.execute(ALWAYS_UNHURRIED)
                self._held, self._holds = self._number, False
            if not self._holds:
                self._holds = hold(self._presence, self._held)
            self._presence.execute(SEEN, (self._held,))

    def beat(self, statuses: Mapping[str, str]) -> Standing:
        """As `Registry` says; a process that was removed while it hung comes back as a new one, without tables."""

        def beaten(cursor: Any) -> tuple[Standing, list[tuple[int, str]]]:
            cursor.execute(UNHURRIED)
            if cursor.execute(SEEN_AT, (self._at, self._number)).rowcount == 0:
                self._enter(cursor)
            news = {name: said for name, said in statuses.items() if self._said.get(name) != said}
            for name, said in news.items():
                cursor.execute(SAY, (said, name, self._number))
            self._said = dict(statuses)
            return self._read(cursor)

        standing, ended = self._within(beaten)
        dead = [number for number, url in ended if nobody_listens(url)]
        return self._within(lambda cursor: self._without(dead, cursor)) if dead else standing

    def take(self, but: Collection[str] = (), first: Collection[str] = ()) -> str | None:

        def taken(cursor: Any) -> str | None:
            cursor.execute(UNHURRIED)
            row = cursor.execute(TAKE, (*self._gone_after(), self._number, list(but), list(first))).fetchone()
            return None if row is None else str(row[0])

        return self._within(taken)

    def leave(self, name: str) -> None:
        self._within(lambda cursor: cursor.execute(LEAVE, (name, self._number)))

    def tell(self, name: str, results: str) -> None:
        self._within(lambda cursor: cursor.execute(TELL, (results, name, self._number)))

    def results(self) -> Mapping[str, str]:
        return self._within(lambda cursor: dict(cursor.execute(RESULTS).fetchall()))

    def database_of(self, name: str) -> str | None:
        return f"{self._url}{'&' if '?' in self._url else '?'}table={name}"

    def close(self) -> None:
        def gone(cursor: Any) -> None:
            cursor.execute(GO, (self._number,))
            cursor.execute(GONE, (SILENT_S, self._number))

        with suppress(Exception):
            self._within(gone)
        with self._presence_lock:
            self._leave_presence()
        with self._lock:
            self._let_go()

    def _prepare(self, cursor: Any) -> None:
        for statement in MADE:
            cursor.execute(statement)
        made = new_secrets()
        for key, value in (("version", VERSION), ("secret", made.server_secret), ("pin", made.banker_pin)):
            cursor.execute(NEW_VALUE, (key, value))
        if dict(cursor.execute(VALUES).fetchall())["version"] != VERSION:
            raise fault("newer_club", self._place)

    def _enter(self, cursor: Any) -> None:
        cursor.execute(FORGET)
        self._number = int(cursor.execute(ENTER, (self._at,)).fetchone()[0])

    def _read(self, cursor: Any) -> tuple[Standing, list[tuple[int, str]]]:
        """The state of the club, and the processes whose sessions have just ended."""
        processes = cursor.execute(PROCESSES, (*self._gone_after(), self._number, ENDED_S)).fetchall()
        at = {number: url for number, url, there, _ in processes if there}
        rows = {row[0]: row for row in cursor.execute(TABLES).fetchall()}
        tables = tuple(self._listed(rows[name], at) for name in in_order(rows))
        addresses = tuple(dict.fromkeys(url for _, url, *_ in processes))
        return Standing(tables, len(at), addresses), [(number, url) for number, url, _, ended in processes if ended]

    def _without(self, dead: list[int], cursor: Any) -> Standing:
        cursor.execute(DIED, (SILENT_S, dead))
        return self._read(cursor)[0]

    def _gone_after(self) -> tuple[int, float, float]:
        return self._number, SILENT_S, ENDED_S

    def _listed(self, row: Any, at: Mapping[int, str]) -> Listed:
        name, secret, pin, status, process = row
        return Listed(name, Secrets(secret, pin), at.get(process, ""), process == self._number, status)

    def _within(self, work: Callable[[Any], T]) -> T:
        with self._lock, store_errors(self._place):
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = connect(self._address)
                    self._connection.autocommit = False
                with self._connection.cursor() as cursor:
                    result = work(cursor)
                self._connection.commit()
            except BaseException:
                self._let_go()
                raise
            return result

    def _leave_presence(self) -> None:
        connection, self._presence = self._presence, None
        if connection is not None:
            with suppress(Exception):
                connection.close()

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()


def nobody_listens(url: str) -> bool:
    """Whether the computer at this address says that nobody does; False if it says nothing.

    Names are not looked up, since that may take longer than waiting until the process counts as gone anyway.
    """
    parts = urlsplit(url)
    try:
        host, port = str(ipaddress.ip_address(parts.hostname or "")), parts.port or USUAL[parts.scheme]
    except (ValueError, KeyError):
        return False
    try:
        socket.create_connection((host, port), PATIENCE_S).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False

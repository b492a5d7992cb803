"""Connections to a server: the address of a table's log, the driver's own connection, errors as clear sentences.

An address is `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?table=NAME`. Each table has a schema of its own in the
database, so that the server's own tools create, back up and remove it; the search path of a session says which.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from msgspec import Struct

from hub.store.database import without_password
from hub.store.registry import NAME
from hub.table.interfaces.storage import StoreError

DRIVER = "postgresql+psycopg"
TABLE_USUAL = "table"
PREFIX = "bankhalter_"
CLUB = "bankhalter"
"""The schema in which a club lists its tables; no table can have it."""

PATIENCE_S = 5
"""How long a server may be silent: the table is blocked for so long before people see what is wrong."""

IDLE_S = 2
"""After this long a hub that hangs during a transaction no longer locks its rows; the next hub waits for them."""

KEYS = {
    "53100": "disk_full",
    "25006": "read_only",
    "28000": "unreadable",
    "28P01": "unreadable",
    "3D000": "unreadable",
    "42501": "unreadable",
    "55P03": "locked",
    "57014": "locked",
    "XX001": "corrupt",
    "XX002": "corrupt",
}
"""By PostgreSQL's error codes (appendix A of its documentation)."""

AWAY = ("08", "57P", "53300", "25P03")
"""No connection, a server that is stopping or starting, too many connections, a transaction that was idle too long."""

SENTENCES = {
    "disk_full": "The disk of the server with {place} is full: free some space, nothing was changed.",
    "read_only": "{place} cannot be written, the server takes no changes: connect to the one that does.",
    "unreadable": "{place} cannot be opened ({cause}): check user, password, database and rights on the server.",
    "locked": "{place} is held by another program for too long: end that program and try again.",
    "corrupt": "{place} is damaged: restore the server's own backup (pg_restore), or name another table.",
    "away": "{place} cannot be reached ({cause}): check that the server runs and the network; nothing was changed.",
    "io": "{place} cannot be read or written ({cause}): check the server's log.",
    "in_use": "Another Bankhalter has {place}: stop it, or name another one with ?table=NAME.",
    "in_doubt": "{place} went away during a move, and it is not known whether that was stored: start the hub again.",
    "newer_club": "{place} was made by a newer Bankhalter: update Bankhalter, or name another database.",
    "only_read": "{place} is only read here: another process has it.",
    "foreign": "{place} does not belong to Bankhalter: name another one with ?table=NAME.",
}

DURABLE = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local')
"""
"""A server may be set to acknowledge commits before they are stored; one that does more than we ask keeps doing so."""


class Address(Struct, frozen=True):
    """A table on a server: how the driver connects, the table's `schema`, and a name for the place in sentences."""

    connecting: Mapping[str, Any]
    schema: str
    place: str


def address_of(url: str) -> Address:
    """Parse a URL. Raises StoreError `unsupported` for another driver, a missing database, or an invalid table."""
    parts, query, where = _parsed(url)
    table = query.pop("table", TABLE_USUAL)
    if not NAME.fullmatch(table):
        raise StoreError(
            "unsupported",
            f"{without_password(url)} names a table that cannot be: small letters, digits and _, at most 40, as in "
            "hall_7.",
        )
    return _address(parts, query, PREFIX + table, f"table {table} on {where}")


def club_address(url: str) -> Address:
    """The address of a club's list of tables. Raises StoreError `unsupported`, also if the URL names a table."""
    parts, query, where = _parsed(url)
    if "table" in query:
        shown = without_password(url)
        raise StoreError("unsupported", f"{shown} names one table: a club has many, name its database alone.")
    return _address(parts, query, CLUB, f"the club on {where}")


def _parsed(url: str) -> tuple[SplitResult, dict[str, str], str]:
    """The parts of a URL, its query, and where the database is, in words."""
    shown = without_password(url)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise StoreError("unsupported", f"{shown} is not a database address: {error}.") from error
    if parts.scheme not in {"postgresql", DRIVER}:
        raise StoreError("unsupported", f"{shown} names another driver: write {DRIVER}://USER@HOST/DATABASE.")
    if not parts.path.strip("/"):
        raise StoreError("unsupported", f"{shown} names no database: write {DRIVER}://USER@HOST/DATABASE.")
    where = f"{parts.hostname or 'localhost'}{f':{port}' if port else ''}{parts.path}"
    return parts, dict(parse_qsl(parts.query)), where


def _address(parts: SplitResult, query: Mapping[str, str], schema: str, place: str) -> Address:
    session = f"-csearch_path={schema} -cstatement_timeout={PATIENCE_S}s"
    options = f"{query.get('options', '')} {session} -cidle_in_transaction_session_timeout={IDLE_S}s".strip()
    usual = {"connect_timeout": PATIENCE_S, "tcp_user_timeout": PATIENCE_S * 1_000, "keepalives_idle": PATIENCE_S}
    named = {"host": parts.hostname, "port": parts.port, "dbname": unquote(parts.path[1:])}
    named |= {
        "user": parts.username and unquote(parts.username),
        "password": parts.password and unquote(parts.password),
    }
    given = {name: value for name, value in named.items() if value}
    return Address({**usual, **given, **query, "options": options}, schema, place)


def fault(key: str, place: str, cause: object = "") -> StoreError:
    lines = str(cause).strip().splitlines()
    text = SENTENCES[key].format(place=place, cause=lines[0] if lines else "no answer")
    return StoreError(key, text[0].upper() + text[1:])


def key_of(error: BaseException | None) -> str:
    """The key for an error; the driver's own errors, about a lost or refused connection, have no code."""
    code = getattr(error, "sqlstate", None)
    if code is None:
        operational = {"OperationalError", "InterfaceError", "ConnectionTimeout"}
        return "away" if type(error).__name__ in operational else "io"
    return "away" if code.startswith(AWAY) else KEYS.get(code, "io")


@contextmanager
def store_errors(place: str) -> Iterator[None]:
    """Converts errors of server and driver that are raised inside into StoreError."""
    from psycopg import Error  # only clubs have it

    try:
        yield
    except Error as error:
        raise fault(key_of(error), place, error) from error


def check_driver() -> None:
    try:
        import psycopg  # noqa: F401  # only clubs have it
    except ImportError as error:
        raise StoreError(
            "unsupported", "A PostgreSQL server needs the extra `club`: pip install 'bankhalter[club]'"
        ) from error


def connect(address: Address) -> Any:
    """A connection that knows its schema, makes every commit durable, and begins no transactions by itself."""
    import psycopg

    connection = psycopg.connect(autocommit=True, **address.connecting)
    try:
        connection.execute(DURABLE)
    except BaseException:
        connection.close()
        raise
    return connection


def rows(connection: Any, statement: str, values: tuple[Any, ...]) -> Sequence[Any]:
    found: Sequence[Any] = connection.execute(as_driver(statement), values).fetchall()
    return found


@cache
def as_driver(statement: str) -> str:
    """One of our statements as the driver wants it."""
    return statement.replace("?", "%s")


class PostgresSession:
    """`connect` opens a connection that begins no transactions by itself; what it raises goes to whoever asked."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._connection = connect()
        self._turn = threading.Lock()

    @contextmanager
    def used(self) -> Iterator[Any]:
        """The connection, for this thread alone until the end of the `with` body."""
        with self._turn:
            yield self.reopened() if self._connection.closed else self._connection

    def reopened(self) -> Any:
        self._connection = self._connect()
        return self._connection

    def close(self) -> None:
        """End it; a server that is away notices by itself."""
        with suppress(Exception):
            self._connection.close()

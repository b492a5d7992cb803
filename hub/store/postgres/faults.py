"""Turns errors of a PostgreSQL server into a StoreError with one clear sentence.

The codes of five characters are those of PostgreSQL's documentation, appendix A, "Error Codes".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hub.table.interfaces.storage import StoreError

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


def fault(key: str, place: str, cause: object = "") -> StoreError:
    """The StoreError with this key for a table on a server; it includes the first line of the cause."""
    lines = str(cause).strip().splitlines()
    text = SENTENCES[key].format(place=place, cause=lines[0] if lines else "no answer")
    return StoreError(key, text[0].upper() + text[1:])


def key_of(error: BaseException | None) -> str:
    """The key for an error; the driver's own errors, about a lost or refused connection, have no code."""
    code = getattr(error, "sqlstate", None)
    if code is None or code.startswith(AWAY):
        return "away" if code is not None or _is_operational(error) else "io"
    return KEYS.get(code, "io")


def _is_operational(error: BaseException | None) -> bool:
    return type(error).__name__ in {"OperationalError", "InterfaceError", "ConnectionTimeout"}


@contextmanager
def store_errors(place: str) -> Iterator[None]:
    """Converts errors of server and driver that are raised inside into StoreError."""
    from psycopg import Error  # only clubs have it

    try:
        yield
    except Error as error:
        raise fault(key_of(error), place, error) from error

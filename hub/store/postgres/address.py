"""The address of a table's log on a server: `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?table=NAME`.

Each table has a schema of its own in the database, so that the server's own tools create, back up and remove it; the
search path of a session says which one is meant.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import URL

from hub.table.interfaces.storage import StoreError

DRIVER = "postgresql+psycopg"
TABLE_USUAL = "table"
NAME = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")
PREFIX = "bankhalter_"
CLUB = "bankhalter"
"""The schema in which a club lists its tables; no table can have it."""

PATIENCE_S = 5
"""How long a server may be silent: the table is blocked for so long before people see what is wrong."""

IDLE_S = 2
"""After this long a hub that hangs during a transaction no longer locks its rows; the next hub waits for them."""


class Address(Struct, frozen=True):
    """A table on a server: the driver's `url`, the table's `schema`, and a name for the place in sentences."""

    url: URL
    schema: str
    place: str


def address_of(url: URL) -> Address:
    """Parse a URL. Raises StoreError `unsupported` for another driver, a missing database, or an invalid table."""
    query = dict(url.query)
    table = query.pop("table", TABLE_USUAL)
    shown = url.render_as_string(hide_password=True)
    if url.drivername not in {"postgresql", DRIVER}:
        raise StoreError("unsupported", f"{shown} names another driver: write {DRIVER}://USER@HOST/DATABASE.")
    if not url.database:
        raise StoreError("unsupported", f"{shown} names no database: write {DRIVER}://USER@HOST/DATABASE.")
    if not isinstance(table, str) or not NAME.fullmatch(table):
        raise StoreError(
            "unsupported",
            f"{shown} names a table that cannot be: small letters, digits and _, at most 40, as in hall_7.",
        )
    where = f"{url.host or 'localhost'}{f':{url.port}' if url.port else ''}/{url.database}"
    return _address(url, query, PREFIX + table, f"table {table} on {where}")


def club_address(url: URL) -> Address:
    """The address of a club's list of tables. Raises StoreError `unsupported`, also if the URL names a table."""
    if "table" in url.query:
        shown = url.render_as_string(hide_password=True)
        raise StoreError("unsupported", f"{shown} names one table: a club has many, name its database alone.")
    address = address_of(url)
    return _address(url, dict(url.query), CLUB, f"the club on {address.place.partition(' on ')[2]}")


def _address(url: URL, query: dict[str, Any], schema: str, place: str) -> Address:
    given = query.get("options", "")
    session = f"-csearch_path={schema} -cstatement_timeout={PATIENCE_S}s"
    query["options"] = f"{given} {session} -cidle_in_transaction_session_timeout={IDLE_S}s".strip()
    usual = {"connect_timeout": PATIENCE_S, "tcp_user_timeout": PATIENCE_S * 1_000, "keepalives_idle": PATIENCE_S}
    query = {**{name: str(value) for name, value in usual.items()}, **query}
    return Address(url.set(drivername=DRIVER, query=query), schema, place)

"""The tables of the database and what marks it as ours. Made and checked by `sqlite` and by `postgres/database.py`.

The content of a move is stored as JSON text, so that anybody can read an evening's log with any SQLite browser.
"""

from collections.abc import Mapping

APPLICATION = "bankhalter"
APPLICATION_ID = 0x42414E4B  # "BANK" in ASCII; SQLite's own mark of whose file this is
SCHEMA_VERSION = 3

META = "meta"
TABLES: Mapping[str, Mapping[str, str]] = {
    META: {"key": "TEXT", "value": "TEXT"},
    "games": {"number": "SERIAL", "id": "TEXT UNIQUE", "edition": "TEXT", "names": "TEXT", "started_ms": "BIGINT"},
    "entries": {
        "game": "TEXT REFERENCES games (id)",
        "seq": "INTEGER",
        "entry": "TEXT",
        "actor": "TEXT",
        "request": "TEXT",
        "at_ms": "BIGINT",
    },
    "documents": {"name": "TEXT", "data": "TEXT"},
    "positions": {"node": "TEXT", "boot": "BIGINT", "n": "BIGINT"},
    "requests": {"client": "TEXT", "place": "INTEGER", "number": "BIGINT", "id": "TEXT", "digest": "TEXT"},
}
"""The columns of each table with their types, none of which may be NULL.

`number` of a game is the order of their creation, whatever the clock said; `place` of a request is that of its number
in a ring, in which old ones give way.
"""
KEYS = {
    META: "key",
    "games": "number",
    "entries": "game, seq",
    "documents": "name",
    "positions": "node",
    "requests": "client, place",
}
NEW_VALUE = "INSERT INTO meta (key, value) VALUES (?, ?)"
VALUES = (("application", APPLICATION), ("schema", str(SCHEMA_VERSION)))


def creating(table: str) -> str:
    """The statement that makes a table, for PostgreSQL."""
    columns = ", ".join(f"{column} {kind} NOT NULL" for column, kind in TABLES[table].items())
    return f"CREATE TABLE {table} ({columns}, PRIMARY KEY ({KEYS[table]}))"

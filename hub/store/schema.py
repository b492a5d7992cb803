"""The tables of the database and what marks it as ours. Read by `sqlite` (make, check) and `sqlstore`.

The content of a move is stored as JSON text, so that anybody can read an evening's log with any SQLite browser.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text

APPLICATION = "bankhalter"
APPLICATION_ID = 0x42414E4B  # "BANK" in ASCII; SQLite's own mark of whose file this is
SCHEMA_VERSION = 3

TABLES = MetaData()

META = Table(
    "meta",
    TABLES,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

GAMES = Table(
    "games",
    TABLES,
    Column("number", Integer, primary_key=True),  # the order of their creation, whatever the clock said
    Column("id", Text, nullable=False, unique=True),
    Column("edition", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("started_ms", BigInteger, nullable=False),
)

ENTRIES = Table(
    "entries",
    TABLES,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

DOCUMENTS = Table(
    "documents",
    TABLES,
    Column("name", Text, primary_key=True),
    Column("data", Text, nullable=False),
)

POSITIONS = Table(
    "positions",
    TABLES,
    Column("node", Text, primary_key=True),
    Column("boot", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
)

REQUESTS = Table(
    "requests",
    TABLES,
    Column("client", Text, primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),  # of the number in a ring: old ones give way
    Column("number", BigInteger, nullable=False),
    Column("id", Text, nullable=False),
    Column("digest", Text, nullable=False),
    sqlite_with_rowid=False,
)

"""The store file as somebody finds it: each line of an input damages a whole one in a way of its own.

It opens as a table that is consistent, or is refused with one clear sentence and stays byte for byte as it was; one of
an older version may have been upcast by then, after a copy of it was put aside.
"""

import contextlib
import functools
import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from helpers.stored_evening import look, opened, play_evening

from hub.store.folder import DATABASE
from hub.table.interfaces.storage import StoreError

DAMAGES_MAXIMUM = 6
PAGE = 4096
SENTENCE_MAXIMUM = 700
DOCUMENTS = ("lobby", "board_map", "stickers", "access", "address", "pause")
TABLES = {
    "meta": ("key", "value"),
    "games": ("number", "id", "edition", "names", "started_ms"),
    "entries": ("game", "seq", "entry", "actor", "request", "at_ms"),
    "documents": ("name", "data"),
    "positions": ("node", "boot", "n"),
}


def memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@functools.cache
def whole() -> bytes:
    """A database that was closed after an evening."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        return play_evening(Path(folder)).read_bytes()


def flip(path: Path, at: int, mask: int) -> None:
    data = bytearray(path.read_bytes() or bytes(1))
    data[at % len(data)] ^= mask % 256
    path.write_bytes(data)


def fill(path: Path, page: int, with_byte: int) -> None:
    """A page that was never written, or was written over."""
    data = bytearray(path.read_bytes())
    start = page % max(1, len(data) // PAGE) * PAGE
    data[start : start + PAGE] = bytes((with_byte % 256,)) * PAGE
    path.write_bytes(data)


def cut(path: Path, at: int) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: at % (len(data) + 1)])


def exchange(path: Path, one: int, other: int) -> None:
    """Two pages stand in each other's place."""
    data = bytearray(path.read_bytes())
    first, second = (number % max(1, len(data) // PAGE) * PAGE for number in (one, other))
    pages = data[first : first + PAGE], data[second : second + PAGE]
    data[first : first + PAGE], data[second : second + PAGE] = pages[1], pages[0]
    path.write_bytes(data)


def put(path: Path, table: str, column: str, row: int, value: object) -> None:
    """Another value in a row of a file that is whole: of another type, of another program, anything."""
    if column not in TABLES.get(table, ()) or not isinstance(value, str | int | float | None):
        return
    key = ", ".join(TABLES[table])
    _run(
        path,
        f"UPDATE {table} SET {column} = ? WHERE ({key}) = "
        f"(SELECT {key} FROM {table} LIMIT 1 OFFSET ? % (SELECT MAX(1, COUNT(*)) FROM {table}))",
        (value, abs(row)),
    )


def document(path: Path, name: str, value: object) -> None:
    """A document of another program under a name of ours; the tables of a family have names of their own."""
    if name == "tables":
        _run(path, "UPDATE documents SET data = ? WHERE name LIKE 'tables:%'", (json.dumps(value),))
    else:
        _run(path, "INSERT OR REPLACE INTO documents VALUES (?, ?)", (name, json.dumps(value)))


def swap(path: Path, one: int, other: int) -> None:
    """Two entries of the log stand in each other's place."""
    first, second = abs(one) % 1000, abs(other) % 1000
    for before, after in ((first, -1), (second, first), (-1, second)):
        _run(path, "UPDATE entries SET seq = ? WHERE seq = ?", (after, before))


def drop(path: Path, table: str, row: int) -> None:
    if table in TABLES:
        key = ", ".join(TABLES[table])
        limited = f"SELECT {key} FROM {table} LIMIT 1 OFFSET ? % (SELECT MAX(1, COUNT(*)) FROM {table})"
        _run(path, f"DELETE FROM {table} WHERE ({key}) = ({limited})", (abs(row),))


def statement(path: Path, text: str) -> None:
    """Whatever else can be said to a database."""
    if text in STATEMENTS:
        _run(path, text, ())


STATEMENTS = (
    "DROP TABLE documents",
    "DROP TABLE entries",
    "ALTER TABLE entries RENAME COLUMN actor TO who",
    "ALTER TABLE games ADD COLUMN x",
    "PRAGMA application_id = 0",
    "PRAGMA user_version = 7",
    "UPDATE documents SET data = CAST(data AS BLOB)",
    "UPDATE documents SET data = CAST(x'ff' AS TEXT)",
    "UPDATE entries SET entry = CAST(x'c3' AS TEXT)",
    "UPDATE meta SET value = '1' WHERE key = 'schema'",
    "DELETE FROM games",
)
DAMAGES: Mapping[str, Callable[..., None]] = {
    damage.__name__: damage for damage in (flip, fill, cut, exchange, put, document, swap, drop, statement)
}


def _run(path: Path, text: str, values: tuple[Any, ...]) -> None:
    """A file that is no database any more is damaged enough."""
    with (
        contextlib.suppress(sqlite3.Error, OverflowError, UnicodeEncodeError),
        contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection,
    ):
        connection.execute(text, values)


def _damage(path: Path, line: bytes) -> None:
    """What a line of an input says; nothing, if it says nothing."""
    with contextlib.suppress(ValueError, RecursionError, TypeError):
        name, *arguments = json.loads(line)
        DAMAGES.get(name, lambda *_: None)(path, *arguments)


def assert_sentence(text: str, most: int = SENTENCE_MAXIMUM, named: str = "") -> None:
    """A refusal says something, on one line of a terminal, and names what it is about."""
    assert named in text
    assert 0 < len(text) <= most
    assert "\n" not in text


def stored(data: bytes) -> None:
    """A store file damaged in this way is opened, or refused as it is; anything that is no damage is the file."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        path = Path(folder) / DATABASE
        if data[:1] == b"[":
            path.write_bytes(whole())
            for line in data.split(b"\n")[:DAMAGES_MAXIMUM]:
                _damage(path, line)
        else:
            path.write_bytes(data)
        before = path.read_bytes()
        try:
            with opened(Path(folder)) as table:
                look(table)
        except StoreError as error:
            assert_sentence(str(error))
            assert path.read_bytes() == before or list(Path(folder).glob("backups/schema-*.sqlite3"))


def seeds() -> Iterator[bytes]:
    """Nothing, and each damage."""
    damages: list[list[object]] = [
        ["nothing"],
        *(["flip", at, 1] for at in (20, 103, 105, 5000, 9000)),
        *(["fill", page, 0] for page in range(6)),
        *(["cut", at] for at in (0, 100, 5000)),
        ["exchange", 2, 3],
        ["swap", 1, 2],
        *(["drop", table, 0] for table in TABLES),
        *(["document", name, value] for name in (*DOCUMENTS, "tables") for value in ({}, [], None, {"game": 1})),
        *(["put", table, column, 0, "x"] for table, columns in TABLES.items() for column in columns),
        *(["statement", text] for text in STATEMENTS),
    ]
    yield from (json.dumps(damage).encode() for damage in damages)

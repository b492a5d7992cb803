"""Converts games stored by older versions: one step for each change of the schema.

`opening` converts a whole database in one transaction, after making a separate backup; `gamefile` converts a game that
was exported elsewhere. Steps work on plain JSON, never on present structs, so they stay correct when these change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection

Change: TypeAlias = Callable[[Any], Any]
"""Converts a JSON value of the previous schema to this one."""


class UpcastStep(Struct, frozen=True, kw_only=True):
    """From schema `to` - 1 to schema `to`: changed documents by name, changed entries, statements for the tables."""

    to: int
    documents: Mapping[str, Change] = {}
    entry: Change | None = None
    statements: tuple[str, ...] = ()


def _number_people(lobby: Any) -> Any:
    """Give people numbers, because until schema 1 they were identified by their place."""
    seats = [{**seat, "person": number} for number, seat in enumerate(lobby["seats"], start=1)]
    return {**lobby, "seats": seats, "people": len(seats)}


def _number_holders(access: Any) -> Any:
    """Assign the keys of a place to the person there, so that every phone stays joined."""
    return [{**seat, "person": number} for number, seat in enumerate(access, start=1)]


REQUESTS_FROM_ENTRIES = (
    """
    CREATE TABLE requests (
        client TEXT NOT NULL, place INTEGER NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL,
        PRIMARY KEY (client, place)
    ) WITHOUT ROWID
    """,
    """
    INSERT OR REPLACE INTO requests SELECT actor, seq % 256, seq, request, '' FROM entries
    WHERE game = (SELECT json_extract(data, '$.game') FROM documents WHERE name = 'lobby')
    AND actor NOT LIKE 'board:%' ORDER BY seq
    """,
)
"""Until schema 2 moves alone noted by which request they were made, and not what it wanted."""

STEPS = (
    UpcastStep(to=2, documents={"lobby": _number_people, "access": _number_holders}),
    UpcastStep(to=3, statements=REQUESTS_FROM_ENTRIES),
)


def upcast_entry(entry: str, schema: int, steps: tuple[UpcastStep, ...] = STEPS) -> str:
    """The JSON text of an entry of an older schema as one of today."""
    return _changed(entry, [step.entry for step in steps if step.to > schema and step.entry is not None])


def upcast_document(name: str, data: str, schema: int, steps: tuple[UpcastStep, ...] = STEPS) -> str:
    """The JSON text of a document of an older schema as one of today."""
    return _changed(data, [step.documents[name] for step in steps if step.to > schema and name in step.documents])


def upcast_database(connection: Connection, schema: int, steps: tuple[UpcastStep, ...] = STEPS) -> None:
    """Convert a database from an older schema, within the transaction that is open; raises what JSON raises."""
    for step in steps:
        if step.to > schema:
            for statement in step.statements:
                connection.exec_driver_sql(statement)
            _rewrite_documents(connection, step)
            _rewrite_entries(connection, step)
            connection.exec_driver_sql("UPDATE meta SET value = ? WHERE key = 'schema'", (str(step.to),))


def _rewrite_documents(connection: Connection, step: UpcastStep) -> None:
    for name, change in step.documents.items():
        row = connection.exec_driver_sql("SELECT data FROM documents WHERE name = ?", (name,)).first()
        if row is not None:
            data = _changed(row[0], [change])
            connection.exec_driver_sql("UPDATE documents SET data = ? WHERE name = ?", (data, name))


def _rewrite_entries(connection: Connection, step: UpcastStep) -> None:
    if step.entry is None:
        return
    for game, seq, entry in connection.exec_driver_sql("SELECT game, seq, entry FROM entries").all():
        changed = _changed(entry, [step.entry])
        connection.exec_driver_sql("UPDATE entries SET entry = ? WHERE game = ? AND seq = ?", (changed, game, seq))


def _changed(text: str, changes: list[Change]) -> str:
    if not changes:
        return text
    value = json.loads(text)
    for change in changes:
        value = change(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

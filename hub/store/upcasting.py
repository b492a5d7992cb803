"""Converts games stored by older versions: one step for each change of the schema.

`sqlite` converts a whole database in one transaction, after making a separate backup; `gamefile` converts a game that
was exported elsewhere. Steps work on plain JSON, never on present structs, so they stay correct when these change.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.decks import TicketUsed
from hub.domain.facts import Fact
from hub.domain.history import Effective, Move, apply_entry
from hub.domain.ledger import RentAsked, RentRequestable, RentsLapsed
from hub.domain.turns import DiceThrown, TurnBegan
from hub.table.interfaces.storage import StoredEntry

Change: TypeAlias = Callable[[Any], Any]
"""Converts a JSON value of the previous schema to this one."""

Requests = tuple[RentRequestable, ...]


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


def upcast_document(name: str, data: str, schema: int) -> str:
    """The JSON text of a document of an older schema as one of today."""
    return _changed(data, [step.documents[name] for step in STEPS if step.to > schema and name in step.documents])


def upcast_database(connection: sqlite3.Connection, schema: int, steps: tuple[UpcastStep, ...] = STEPS) -> None:
    """Convert a database from an older schema, within the transaction that is open; raises what JSON raises."""
    for step in steps:
        if step.to > schema:
            for statement in step.statements:
                connection.execute(statement)
            _rewrite_documents(connection, step)
            _rewrite_entries(connection, step)
            connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (str(step.to),))


def _rewrite_documents(connection: sqlite3.Connection, step: UpcastStep) -> None:
    for name, change in step.documents.items():
        row = connection.execute("SELECT data FROM documents WHERE name = ?", (name,)).fetchone()
        if row is not None:
            data = _changed(row[0], [change])
            connection.execute("UPDATE documents SET data = ? WHERE name = ?", (data, name))


def _rewrite_entries(connection: sqlite3.Connection, step: UpcastStep) -> None:
    if step.entry is None:
        return
    for game, seq, entry in connection.execute("SELECT game, seq, entry FROM entries").fetchall():
        changed = _changed(entry, [step.entry])
        connection.execute("UPDATE entries SET entry = ? WHERE game = ? AND seq = ?", (changed, game, seq))


def _changed(text: str, changes: list[Change]) -> str:
    if not changes:
        return text
    value = json.loads(text)
    for change in changes:
        value = change(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def with_lapsed_rents(stored: Sequence[StoredEntry]) -> Sequence[StoredEntry]:
    """The same log, with a `RentsLapsed` behind each fact that ended requests; today's games have them already."""
    if not any(isinstance(one.entry, Move) and any(map(_is_older, one.entry.facts)) for one in stored):
        return stored
    in_force, after, completed = Effective([], []), dict[int, Requests](), []
    for index, one in enumerate(stored):
        if isinstance(one.entry, Move):
            before = after[in_force.moves[-1]] if in_force.moves else ()
            facts, after[index] = _with_lapsed(one.entry.facts, before)
            one = replace(one, entry=replace(one.entry, facts=facts))  # noqa: PLW2901
        apply_entry(in_force, index, one.entry)
        completed.append(one)
    return completed


def _is_older(fact: Fact) -> bool:
    return isinstance(fact, RentRequestable) and fact.until != "lapsed"


def _with_lapsed(facts: Sequence[Fact], requests: Requests) -> tuple[tuple[Fact, ...], Requests]:
    """The facts of a move and the requests open after it; a move of today says itself what lapsed."""
    said = [due for fact in facts if isinstance(fact, RentsLapsed) for due in fact.dues]
    completed: list[Fact] = []
    for fact in facts:
        completed.append(fact)
        match fact:
            case RentRequestable():
                requests = (*requests, fact)
            case RentAsked(due=due):
                asked = next(one for one in requests if one.due == due)
                requests = tuple(one for one in requests if one is not asked)
            case RentsLapsed(dues=dues):
                requests = tuple(one for one in requests if one.due not in dues)
            case _:
                lapsed = tuple(one for one in requests if one.due not in said and _ends(fact, one))
                if lapsed:
                    requests = tuple(one for one in requests if one not in lapsed)
                    completed.append(RentsLapsed(tuple(one.due for one in lapsed)))
    return tuple(completed), requests


def _ends(fact: Fact, request: RentRequestable) -> bool:
    """A throw ended requests, that of the visitor only the oldest; so did tickets and turns, but not the oldest."""
    if not _is_older(request):
        return False
    brief = request.until == "throw"
    match fact:
        case DiceThrown(seat=seat):
            return brief or request.due.payer != seat
        case TicketUsed(seat=seat, instead_of_throw=True):
            return not brief and request.due.payer != seat
        case TurnBegan(seat=seat):
            return not brief and request.due.payer == seat
        case _:
            return False

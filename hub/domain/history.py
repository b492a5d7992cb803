"""The log and the part of it that is in force. Undo and redo are entries like any other; nothing is ever removed.

Called by `hub.table` (what is the state now, what can be undone) and by `hub.store` (which keeps entries).
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from hub.domain.facts import Named
from hub.domain.unions import AnyCommand, AnyFact


class Move(Named, tag_field="entry"):
    """One accepted command and the facts it led to."""

    command: AnyCommand
    facts: tuple[AnyFact, ...]


class Undone(Named, tag_field="entry"):
    """The last `moves` moves in force were taken back together."""

    moves: int = 1


class Redone(Named, tag_field="entry"):
    """The moves that were taken back last were made again, unchanged."""


Entry: TypeAlias = Move | Undone | Redone


class Effective(Struct):
    """What of a log is in force: `moves` are indexes into it, `redo` the groups a redo brings back (last first)."""

    moves: list[int]
    redo: list[list[int]]


def effective(entries: Iterable[Entry]) -> Effective:
    """Which entries of a log are in force. After a new move nothing can be redone."""
    result = Effective([], [])
    for index, entry in enumerate(entries):
        apply_entry(result, index, entry)
    return result


def apply_entry(result: Effective, index: int, entry: Entry) -> None:
    """Take one more entry of the log into account. Raises ValueError for an undo or redo that is not possible."""
    match entry:
        case Move():
            result.moves.append(index)
            result.redo.clear()
        case Undone(moves=count):
            if not 0 < count <= len(result.moves):
                raise ValueError(f"entry {index} undoes {count} moves of {len(result.moves)}")
            result.redo.append(result.moves[-count:])
            del result.moves[-count:]
        case Redone():
            if not result.redo:
                raise ValueError(f"entry {index} redoes nothing")
            result.moves.extend(result.redo.pop())


def effective_facts(entries: Sequence[Entry]) -> Iterable[AnyFact]:
    """The facts in force, in order."""
    for index in effective(entries).moves:
        entry = entries[index]
        assert isinstance(entry, Move)
        yield from entry.facts

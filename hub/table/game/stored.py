"""Stores a family's tables with its games, so that a game goes on with the figures it was begun with.

Each set of tables is a document of its own, named by its digest; the start of a game names the digest (decision 0015).
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from hub.domain.commands import StartGame
from hub.domain.history import Entry, Move
from hub.domain.state import GameStarted
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.live import LiveGame
from hub.table.interfaces.storage import GameRecord, StoredEntry, StoreError, damaged, has_date, read_document


def documents_of_rules(rules: Rules) -> dict[str, bytes]:
    """The document to be stored with the start of a game; none for an edition's own tables."""
    printing = rules.track.printing
    return {_name(printing.digest): msgspec.json.encode(dict(printing.texts))} if printing.digest else {}


def tables_of(first: Entry | None, document: Callable[[str], bytes | None]) -> dict[str, str]:
    """The family's tables that a game was begun with, by file name; empty for an edition's own. Raises StoreError."""
    digest = _digest(first)
    return read_document(document, _name(digest), dict[str, str]) or {} if digest else {}


def documents_of_texts(first: Entry | None, texts: Mapping[str, str]) -> dict[str, bytes]:
    """The document with these tables, for a game that was begun with them on another computer."""
    digest = _digest(first)
    return {_name(digest): msgspec.json.encode(texts)} if digest and texts else {}


def rules_at_start(first: Entry | None, rules: Rules, document: Callable[[str], bytes | None]) -> Rules:
    """The rules that a game goes on with: tables and house rules as named by its first entry.

    Raises TableError if they no longer exist, StoreError if the tables are damaged.
    """
    start = _start(first)
    if start is None:
        return rules
    found = on_tables(rules, start.tables, document)
    try:
        return found.with_house_rules(start.house_rules)
    except KeyError as error:
        raise TableError(f"its edition has no house rule {error}") from error


def on_tables(rules: Rules, digest: str, document: Callable[[str], bytes | None]) -> Rules:
    """An edition on the tables with this digest.

    Raises TableError if they are missing or no longer fit, StoreError if they are damaged.
    """
    if digest == rules.track.printing.digest:
        return rules
    if not digest:
        return rules.with_tables({})
    texts = read_document(document, _name(digest), dict[str, str])
    if texts is None:
        raise TableError(f"its tables ({digest}) are missing")
    found = rules.with_tables(texts)
    if found.track.printing.digest != digest:
        raise damaged(_name(digest), f"these are tables {found.track.printing.digest}")
    return found


def _start(first: Entry | None) -> StartGame | None:
    command = first.command if isinstance(first, Move) else None
    return command if isinstance(command, StartGame) else None


def _digest(first: Entry | None) -> str:
    start = _start(first)
    return start.tables if start is not None else ""


def _name(digest: str) -> str:
    return f"tables:{digest}"


def folded(rules: Rules, record: GameRecord, entries: Sequence[StoredEntry]) -> LiveGame:
    """A stored game with its log folded. Raises StoreError `corrupt` if the log cannot be folded."""
    try:
        _check_sizes(rules, record, entries)
        live = LiveGame(rules, record, entries)
        _check(live)
    except Exception as error:
        raise leads_nowhere(record) from error
    return live


def _check_sizes(rules: Rules, record: GameRecord, entries: Sequence[StoredEntry]) -> None:
    """Check the sizes in the first entry before folding: huge ones would exhaust the memory. Raises ValueError."""
    sizes = len(record.names), len(rules.track.spaces)
    moves = (stored.entry for stored in entries if isinstance(stored.entry, Move))
    starts = (fact for move in moves for fact in move.facts if isinstance(fact, GameStarted))
    if any((start.seats, start.spaces) != sizes for start in starts):
        raise ValueError("it begins with other players or another track")


def _check(live: LiveGame) -> None:
    """Check for damage that folding would not notice. Raises ValueError."""
    if live.entries and len(live.game.state.pieces.spaces) != len(live.record.names):
        raise ValueError("it has other players than its log")
    if not all(map(has_date, (live.record.started_ms, *(stored.at_ms for stored in live.entries)))):
        raise ValueError("a moment of it has no date")


def leads_nowhere(record: GameRecord) -> StoreError:
    """The error for a game that cannot be resumed; raise it `from` the cause, which the hub logs."""
    return StoreError(
        "corrupt",
        f"Game {record.id} cannot be resumed, because what is stored of it is damaged: "
        "`bankhalter restore` restores a backup, and `bankhalter helpfile` says where it failed.",
    )

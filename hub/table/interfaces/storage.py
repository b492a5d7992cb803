"""What a table requires of its store: one durable transaction per accepted command. `hub.store` implements it.

A damaged document (lobby, board map, keys, …) is reported with what to do about it; nothing is guessed in its place,
and no game is changed.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from hub.domain.history import Entry
from hub.table.interfaces.board import EventId

ASKED_KEPT = 256
"""How many requests of each client are remembered, the newest ones (`Asked`)."""

HUB = "hub"
"""The actor of commands that the hub gives by itself."""

MOMENT_MAXIMUM_MS = 250_000_000_000_000  # in the year 9892; dates end with 9999

T = TypeVar("T")

CAUSE_LENGTH_MAXIMUM = 160


def now_ms() -> int:
    """Wall-clock milliseconds, for people: no rule depends on them. No other code reads the clock.

    A computer whose clock has no battery may have any date.
    """
    return with_date(time.time_ns() // 1_000_000)


def with_date(moment_ms: int) -> int:
    """This moment, or the nearest to it that has a date."""
    return min(max(0, moment_ms), MOMENT_MAXIMUM_MS)


def has_date(moment_ms: int) -> bool:
    """Whether these wall-clock milliseconds are a date, which damaged data may not be."""
    return 0 <= moment_ms <= MOMENT_MAXIMUM_MS


class GameRecord(Struct, frozen=True):
    """A stored game: its id, edition, players' names and when it was started (wall clock, ms)."""

    id: str
    edition: str
    names: tuple[str, ...]
    started_ms: int


class StoredEntry(Struct, frozen=True):
    """One entry of a game's log.

    `seq` is its place from 0, `actor` who asked for it (`banker`, `seat:1`, `board:ID`, `hub`), `request` by which
    request, `at_ms` when (wall clock).
    """

    seq: int
    entry: Entry
    actor: str
    request: str
    at_ms: int


class Asked(Struct, frozen=True):
    """A request by which something changed.

    `client` is whose (as `StoredEntry.actor`), `number` counts those of this client, `id` is what it calls itself, and
    `digest` says briefly what it wants.
    """

    client: str
    number: int
    id: str
    digest: str


class Batch(Struct, frozen=True, kw_only=True):
    """What becomes durable in one transaction.

    `game` is created if it is new; `entry` is the next of its log; `documents` replace whole JSON documents by name
    (the lobby, the board map); `positions` move the last handled report of a node forward; `asked` is the request that
    wanted all this. Of the games `removed` neither log nor record is left, nor of the documents of these names.
    """

    game: GameRecord | None = None
    entry: StoredEntry | None = None
    documents: Mapping[str, bytes] = {}
    positions: Mapping[str, EventId] = {}
    asked: Asked | None = None
    removed: tuple[str, ...] = ()


class Origin(Struct, frozen=True):
    """Where a change comes from: who asked (see `StoredEntry`), by which request.

    `positions`, `documents` and `asked` become durable with it.
    """

    actor: str
    request: str
    positions: Mapping[str, EventId] = {}
    documents: Mapping[str, bytes] = {}
    asked: Asked | None = None


class StoreError(Exception):
    """The store could not do what was asked; nothing of it was done.

    `key` names the banner (`disk_full`, `read_only`, ...).
    """

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class Store(Protocol):
    """A log of games, a few documents, the position in each node's reports, and the newest requests."""

    def commit(self, batch: Batch) -> None:
        """Make a batch durable, or raise StoreError and leave everything as it was."""

    def import_game(self, game: GameRecord, entries: Sequence[StoredEntry], documents: Mapping[str, bytes]) -> None:
        """Store a game from another computer, or the rest of a known one, or raise StoreError and change nothing."""

    def games(self) -> Sequence[GameRecord]:
        """All stored games, the oldest first."""

    def entries(self, game: str) -> Sequence[StoredEntry]:
        """The whole log of a game in order."""

    def document(self, name: str) -> bytes | None:
        """A document as last committed."""

    def positions(self) -> Mapping[str, EventId]:
        """The last handled report of each node."""

    def asked(self) -> Sequence[Asked]:
        """The newest requests of each client, the oldest of them first."""

    def close(self) -> None:
        """Release the file."""


def read_document(document: Callable[[str], bytes | None], name: str, shape: type[T]) -> T | None:
    """The document of this name, None if there is none. Raises StoreError `corrupt` if it is not of this shape."""
    data = document(name)
    if data is None:
        return None
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise damaged(name, error) from error


def damaged(name: str, cause: object) -> StoreError:
    """The error for a document that cannot be used; its cause may quote stored text, so it is shortened to one line."""
    quoted = " ".join(str(cause).split())[:CAUSE_LENGTH_MAXIMUM]
    return StoreError(
        "corrupt",
        f"The document {name!r} that is stored with the games is damaged ({quoted}), the games themselves are not: "
        "`bankhalter restore` restores a backup of everything, `bankhalter record` still writes each game.",
    )

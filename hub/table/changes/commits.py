"""Changes that are first made durable and then applied to the state; neither happens if the store refuses."""

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

import msgspec

from hub.table.board.board_map import BoardMap, Strips
from hub.table.interfaces.storage import Asked, Batch, Origin, StoreError, damaged, read_document
from hub.table.lobby import Lobby
from hub.table.past import HallNames
from hub.table.state import Pause, TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal

LOBBY, BOARD_MAP, STRIPS = "lobby", "board_map", "strips"
log = logging.getLogger(__name__)

T = TypeVar("T")


def commit(state: TableState, batch: Batch) -> Refusal | None:
    """Make a batch durable; if that fails, `notice` says why and the refusal is returned."""
    try:
        state.store.commit(batch)
    except StoreError as error:
        log.warning("not stored: %s", error)
        state.notice = error.key
        return refusal(TableReason.NOT_STORED, cause=error.key)
    state.notice = None
    state.positions.update(batch.positions)
    return None


def keep(state: TableState, origin: Origin) -> Refusal | None:
    """Make a request durable that changes only what is not the table's: documents of the site, or a node."""
    return commit(state, Batch(documents=origin.documents, asked=origin.asked))


def change(
    state: TableState,
    asked: Asked | None = None,
    documents: Mapping[str, bytes] = MappingProxyType({}),
    **parts: Lobby | BoardMap | Strips | HallNames | Pause,
) -> Refusal | None:
    """Replace parts of the state, which are documents of the same name, durably with `documents` of the site."""
    encoded = {name: msgspec.json.encode(part) for name, part in parts.items()}
    refused = commit(state, Batch(documents={**documents, **encoded}, asked=asked))
    if refused is None:
        for name, part in parts.items():
            setattr(state, name, part)
    return refused


class Kept(Generic[T]):
    """A value of a feature under its name, `first` to begin with. It never changes but is replaced as a whole."""

    def __init__(self, name: str, first: T) -> None:
        self.name, self.first = name, first

    def at(self, table: TableState) -> T:
        found: T = table.kept.get(self.name, self.first)
        return found

    def put(self, table: TableState, value: T) -> None:
        table.kept = {**table.kept, self.name: value}


class StoredSetting(Kept[T]):
    """The same, stored as the document of that name; `is_sound` says whether what was read there can be."""

    def __init__(self, name: str, first: T, is_sound: Callable[[T], bool] = lambda _value: True) -> None:
        super().__init__(name, first)
        self._is_sound = is_sound

    def load(self, table: TableState) -> None:
        """Read it when a table is resumed. Raises StoreError."""
        value = read_document(table.store.document, self.name, type(self.first)) or self.first
        if not self._is_sound(value):
            raise damaged(self.name, "it names what cannot be")
        self.put(table, value)

    def change(self, table: TableState, value: T, origin: Origin) -> Refusal | None:
        documents = {**origin.documents, self.name: msgspec.json.encode(value)}
        refused = commit(table, Batch(documents=documents, asked=origin.asked))
        if refused is None:
            self.put(table, value)
        return refused

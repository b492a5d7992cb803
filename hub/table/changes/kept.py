"""What features keep at a table: in memory, or durably as a document of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from hub.table.changes.commits import commit
from hub.table.interfaces.documents import damaged, read_document
from hub.table.interfaces.storage import Batch, Origin
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal

T = TypeVar("T")


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
        """Replace it durably, together with the request that asks for it."""
        documents = {**origin.documents, self.name: msgspec.json.encode(value)}
        refused = commit(table, Batch(documents=documents, asked=origin.asked))
        if refused is None:
            self.put(table, value)
        return refused

"""A store in memory that holds what a real one holds: encoded entries, never live objects. It can be made to fail."""

from collections.abc import Mapping, Sequence

import msgspec

from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import ASKED_KEPT, Asked, Batch, GameRecord, StoredEntry, StoreError

ENTRY = msgspec.json.Decoder(StoredEntry)


class MemoryStore:
    """While `fail_with` is set, commits raise a StoreError with that key."""

    def __init__(self) -> None:
        self.records: dict[str, GameRecord] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.documents: dict[str, bytes] = {}
        self.places: dict[str, EventId] = {}
        self.requests: dict[tuple[str, int], Asked] = {}
        self.fail_with: str | None = None

    def commit(self, batch: Batch) -> None:
        if self.fail_with is not None:
            raise StoreError(self.fail_with, "ordered by the test")
        if batch.game is not None:
            self.records[batch.game.id] = batch.game
        if batch.entry is not None:
            entries = self.logs.setdefault(batch.game.id, [])
            assert batch.entry.seq == len(entries)
            entries.append(msgspec.json.encode(batch.entry))
        for gone in batch.removed:
            for kept in (self.records, self.logs, self.documents):
                kept.pop(gone, None)  # type: ignore[attr-defined]
        self.documents.update(batch.documents)
        self.places.update(batch.positions)
        if batch.asked is not None:
            self.requests[batch.asked.client, batch.asked.number % ASKED_KEPT] = batch.asked

    def import_game(self, game: GameRecord, entries: Sequence[StoredEntry], documents: Mapping[str, bytes]) -> None:
        for entry in entries[len(self.logs.get(game.id, [])) :]:
            self.commit(Batch(game=game, entry=entry))
        self.commit(Batch(documents=documents))

    def games(self) -> Sequence[GameRecord]:
        return list(self.records.values())

    def entries(self, game: str) -> Sequence[StoredEntry]:
        return [ENTRY.decode(entry) for entry in self.logs.get(game, [])]

    def document(self, name: str) -> bytes | None:
        return self.documents.get(name)

    def positions(self) -> Mapping[str, EventId]:
        return dict(self.places)

    def asked(self) -> Sequence[Asked]:
        return sorted(self.requests.values(), key=lambda asked: asked.number)

    def close(self) -> None:
        """Do nothing."""

"""A compact log for the running game: older entries are compressed, and decompressed when they are read."""

import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import overload

import msgspec

from hub.table.interfaces.storage import StoredEntry

PACK = 64
"""How many entries are packed together; the newest ones, at least as many, stay unpacked."""

ENTRIES = msgspec.msgpack.Decoder(list[StoredEntry])
LEVEL = 1
"""Of compression: the quickest leaves a tenth, the best hardly less."""


class AsItWas(Sequence[StoredEntry]):
    """A snapshot of a log for other threads; decompressed as a whole at the first access, in the reader's thread."""

    def __init__(self, packs: Sequence[bytes], newest: Sequence[StoredEntry]) -> None:
        self._packs, self._newest = packs, newest

    def __len__(self) -> int:
        return PACK * len(self._packs) + len(self._newest)

    @overload
    def __getitem__(self, at: int) -> StoredEntry: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[StoredEntry]: ...

    def __getitem__(self, at: int | slice) -> StoredEntry | Sequence[StoredEntry]:
        return self._entries[at]

    def __iter__(self) -> Iterator[StoredEntry]:
        return iter(self._entries)

    @cached_property
    def _entries(self) -> tuple[StoredEntry, ...]:
        return (*chain.from_iterable(map(_unpacked, self._packs)), *self._newest)


class Log(Sequence[StoredEntry]):
    """The entries by seq. Not thread-safe."""

    def __init__(self) -> None:
        self._packs: list[bytes] = []
        self._open: list[StoredEntry] = []
        self._unpacked: tuple[int, list[StoredEntry]] = (-1, [])

    def append(self, stored: StoredEntry) -> None:
        self._open.append(stored)
        if len(self._open) == 2 * PACK:
            self._packs.append(zlib.compress(msgspec.msgpack.encode(self._open[:PACK]), LEVEL))
            del self._open[:PACK]

    def as_it_is(self) -> AsItWas:
        """A snapshot, which later appends do not change."""
        return AsItWas(tuple(self._packs), tuple(self._open))

    def __len__(self) -> int:
        return PACK * len(self._packs) + len(self._open)

    @overload
    def __getitem__(self, at: int) -> StoredEntry: ...

    @overload
    def __getitem__(self, at: slice) -> list[StoredEntry]: ...

    def __getitem__(self, at: int | slice) -> StoredEntry | list[StoredEntry]:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        seq = range(len(self))[at]
        pack, place = divmod(seq, PACK)
        return self._pack(pack)[place] if pack < len(self._packs) else self._open[seq - PACK * len(self._packs)]

    def __iter__(self) -> Iterator[StoredEntry]:
        for pack in range(len(self._packs)):
            yield from self._pack(pack)
        yield from self._open

    def _pack(self, pack: int) -> list[StoredEntry]:
        """The entries of one pack; the last one read is cached."""
        if self._unpacked[0] != pack:
            self._unpacked = pack, _unpacked(self._packs[pack])
        return self._unpacked[1]


def _unpacked(pack: bytes) -> list[StoredEntry]:
    return ENTRIES.decode(zlib.decompress(pack))

"""Simulates what a disk may hold after a power cut: everything that was synced, and any part of what was not.

A `Recorder` notes all changes to the files of a folder, whoever writes them: SQLite reports its own, and those of
Python are detected at the next sync, rename or deletion. `images` builds from this what a start may find. No more is
assumed than POSIX guarantees: a file's bytes are durable once it was synced, its name once its folder was; until then
each sector, length and name may be old or new, in any order. Only a rename within one folder is atomic.
"""

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from unittest import mock

from store.watched_sqlite import watched_sqlite

SECTOR = 512
MEMORY = "-shm"
"""Files that SQLite only shares memory by; it makes new ones at a start."""

Facets = Mapping[str, object]
"""What somebody relies on, by name: the games, the secrets, each backup."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """Bytes written to a file, which is identified by a number."""

    file: int
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """A file was truncated or extended to a length."""

    file: int
    size: int


@dataclass(frozen=True, slots=True)
class Named:
    """What some paths lead to, changed atomically; None is nothing. The numbers of folders are negative."""

    folder: str
    names: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class Synced:
    """This file (a number) or folder (a path) was synced."""

    what: int | str


@dataclass(frozen=True, slots=True)
class Promised:
    """Somebody was told that this is stored, and relies on it from now on."""

    facets: Facets


Change = Wrote | Cut | Named
Operation = Change | Synced | Promised


@dataclass
class Tree:
    """The content of a disk: files and names."""

    files: dict[int, bytearray] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Self:
        return Tree({file: bytearray(content) for file, content in self.files.items()}, dict(self.names))

    def apply(self, change: Change, kept: Callable[[], bool] = lambda: True) -> None:
        """Apply a change, or only those sectors, lengths and names for which `kept()` returns True."""
        if isinstance(change, Named):
            if kept():
                self._name(change)
        elif isinstance(change, Cut):
            content = self.files.setdefault(change.file, bytearray())
            if kept():
                del content[change.size :]
                content.extend(bytes(change.size - len(content)))
        else:
            self._write(change, kept)

    def laid(self) -> dict[str, bytes | None]:
        """Content by path, None for a folder. A file whose folder is missing is left out."""
        found: dict[str, bytes | None] = {}
        for path, file in sorted(self.names.items()):
            parent = str(Path(path).parent)
            if parent == "." or found.get(parent, b"") is None:
                found[path] = None if file < 0 else bytes(self.files.get(file, b""))
        return found

    def _name(self, change: Named) -> None:
        for path, file in change.names:
            if file is None:
                self.names.pop(path, None)
            else:
                self.names[path] = file

    def _write(self, change: Wrote, kept: Callable[[], bool]) -> None:
        content, end = self.files.setdefault(change.file, bytearray()), change.at + len(change.data)
        first = change.at
        while first < end:
            last = min(end, (first // SECTOR + 1) * SECTOR)
            if kept():
                content.extend(bytes(max(0, last - len(content))))
                content[first:last] = change.data[first - change.at : last - change.at]
            first = last


class Recorder:
    """Records what is done to the files below `root` while `recording`."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.operations: list[Operation] = []
        self._now = Tree()
        self._count = 0
        self._seen: dict[str, tuple[int, int, int]] = {}
        self._sqlites: set[str] = set()

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record until the `with` body ends. Files that exist before are taken to be durable."""
        self._look()
        self.operations = [*self.operations, *(Synced(what) for what in (*self._now.files, *self._folders()))]
        syncing, replacing, unlinking = os.fsync, os.replace, os.unlink

        def synced(handle: int) -> None:
            syncing(handle)
            self._look()
            self._note_sync(os.fstat(handle).st_ino)

        def replaced(source: os.PathLike[str], target: os.PathLike[str]) -> None:
            self._look()
            replacing(source, target)
            self._renamed(self._path(source), self._path(target))

        def unlinked(path: os.PathLike[str], **options: int) -> None:
            self._look()
            unlinking(path, **options)
            self._look()

        with ExitStack() as closing:
            for name, function in (("fsync", synced), ("replace", replaced), ("unlink", unlinked)):
                closing.enter_context(mock.patch.object(os, name, function))
            closing.enter_context(watched_sqlite(self))
            yield
            self._look()

    def promise(self, facets: Facets) -> None:
        self._look()
        self.operations.append(Promised(dict(facets)))

    # Called for SQLite

    def opened(self, path: str) -> None:
        if (name := self._path(path)) is not None:
            self._look()
            self._sqlites.add(name)

    def wrote(self, path: str, at: int, data: bytes) -> None:
        if (name := self._path(path)) is not None:
            self._do(Wrote(self._now.names[name], at, data))

    def cut(self, path: str, size: int) -> None:
        if (name := self._path(path)) is not None:
            self._do(Cut(self._now.names[name], size))

    def synced(self, path: str, *, with_folder: bool) -> None:
        if (name := self._path(path)) is not None:
            self.operations.append(Synced(self._now.names[name]))
            if with_folder:
                self.operations.append(Synced(str(Path(name).parent)))

    def deleted(self, path: str, *, with_folder: bool) -> None:
        if (name := self._path(path)) is not None:
            self._look()
            if with_folder:
                self.operations.append(Synced(str(Path(name).parent)))

    # Called for Python

    def _look(self) -> None:
        """Record changes found on the disk that were not recorded yet; SQLite reports its own."""
        found = {
            str(path.relative_to(self.root)): path
            for path in sorted(self.root.rglob("*"))
            if not path.name.endswith(MEMORY)
        }
        for name in [name for name in self._now.names if name not in found]:
            self._do(Named(str(Path(name).parent), ((name, None),)))
            self._sqlites.discard(name)
            self._seen.pop(name, None)
        for name, path in found.items():
            if name not in self._now.names:
                self._count += 1
                number = self._count if path.is_file() else -self._count
                self._do(Named(str(Path(name).parent), ((name, number),)))
            if path.is_file():
                self._compare(name, path)

    def _compare(self, name: str, path: Path) -> None:
        status = path.stat()
        signature = status.st_ino, status.st_size, status.st_mtime_ns
        if self._seen.get(name) == signature and name not in self._sqlites:
            return
        self._seen[name] = signature
        content, file = path.read_bytes(), self._now.names[name]
        known = self._now.files.setdefault(file, bytearray())
        if content == known:
            return
        assert name not in self._sqlites, f"SQLite wrote {name} in a way that is not watched"
        self._do(Wrote(file, 0, content))
        if len(content) < len(known):
            self._do(Cut(file, len(content)))

    def _renamed(self, source: str | None, target: str | None) -> None:
        assert source is not None, "what comes from elsewhere is found by looking"
        assert target is not None, "what goes elsewhere is not looked for"
        old, new = str(Path(source).parent), str(Path(target).parent)
        file = self._now.names[source]
        if old == new:
            self._do(Named(new, ((target, file), (source, None))))
        else:
            self._do(Named(new, ((target, file),)))
            self._do(Named(old, ((source, None),)))
        self._sqlites.difference_update((source, target))
        self._look()

    def _note_sync(self, inode: int) -> None:
        for name in (".", *self._now.names):
            path = self.root / name
            if path.exists() and path.stat().st_ino == inode:
                self.operations.append(Synced(name if path.is_dir() else self._now.names[name]))
                return

    def _do(self, change: Change) -> None:
        self._now.apply(change)
        self.operations.append(change)

    def _folders(self) -> list[str]:
        return [".", *(name for name, file in self._now.names.items() if file < 0)]

    def _path(self, path: str | os.PathLike[str]) -> str | None:
        """A path relative to the folder; None if it is elsewhere or only in memory."""
        whole = Path(path).absolute()
        inside = whole.is_relative_to(self.root) and not whole.name.endswith(MEMORY)
        return str(whole.relative_to(self.root)) if inside else None


@dataclass(frozen=True)
class Image:
    """What a start may find, and what people rely on: as promised `before`, or as was about to be promised."""

    files: Mapping[str, bytes | None]
    before: Facets
    after: Facets
    why: str

    def lay(self, folder: Path) -> None:
        for path, content in self.files.items():
            if content is None:
                (folder / path).mkdir()
            else:
                (folder / path).write_bytes(content)


def images(operations: Sequence[Operation], times: int, seed: str) -> Iterator[Image]:
    """Possible images of a power cut at every sync and at every promise, from the first promise on.

    Each way of losing writes is tried `times` times.
    """
    luck, known = random.Random(seed), set()
    durable, pending = Tree(), list[Change]()
    before: Facets | None = None
    promises = [*(one.facets for one in operations if isinstance(one, Promised))]
    for number, operation in enumerate(operations):
        if isinstance(operation, Wrote | Cut | Named):
            pending.append(operation)
            continue
        if isinstance(operation, Promised):
            before = promises.pop(0)
        after = promises[0] if promises else before
        for way in WAYS * (times if before is not None else 0):
            files = way(durable.copy(), pending, luck).laid()
            mark = hash((tuple(files.items()), id(before)))
            if mark not in known:
                known.add(mark)
                yield Image(files, before, after, f"{way.__name__} of {len(pending)} changes at operation {number}")
        if isinstance(operation, Synced):
            pending = _made_durable(durable, pending, operation.what)


def _made_durable(durable: Tree, pending: Sequence[Change], what: int | str) -> list[Change]:
    """Apply the changes that a sync makes durable; returns those still pending."""
    rest = []
    for change in pending:
        if what == (change.folder if isinstance(change, Named) else change.file):
            durable.apply(change)
        else:
            rest.append(change)
    return rest


def none(tree: Tree, pending: Sequence[Change], luck: random.Random) -> Tree:
    """No pending change was written, but names of empty files may have been."""
    return tree


def everything(tree: Tree, pending: Sequence[Change], luck: random.Random) -> Tree:
    for change in pending:
        tree.apply(change)
    return tree


def torn(tree: Tree, pending: Sequence[Change], luck: random.Random) -> Tree:
    """Each sector, length and name was written or not, at random."""
    share = luck.choice((0.1, 0.5, 0.9))
    for change in pending:
        tree.apply(change, lambda: luck.random() < share)
    return tree


def missing(tree: Tree, pending: Sequence[Change], luck: random.Random) -> Tree:
    """All pending changes were written, except for a few."""
    gone = luck.sample(range(len(pending)), min(len(pending), luck.randint(1, 3)))
    for number, change in enumerate(pending):
        if number not in gone:
            tree.apply(change)
    return tree


def reordered(tree: Tree, pending: Sequence[Change], luck: random.Random) -> Tree:
    """The first few of the pending changes in random order were written; the last of these is torn."""
    chosen = luck.sample(pending, luck.randint(0, len(pending)))
    for change in chosen[:-1]:
        tree.apply(change)
    for change in chosen[-1:]:
        tree.apply(change, lambda: luck.random() < 0.5)
    return tree


WAYS = (none, everything, torn, missing, reordered)

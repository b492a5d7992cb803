"""Stores designs: one file each in the folder `boards` of the data folder, written whole before a request is answered.

A file that cannot be read is left as it is and not shown; the log says so. A wish is stored in the file of the design
that it changes, so that it counts once; what it changes elsewhere has its own way of counting once (0060).
"""

import hashlib
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from hub.features.workshop.design import Changes, Design, Note, WorkshopReason
from hub.server.http.answers import HttpRefused, Wish
from hub.store.folder import make_folder, store_errors, write_private
from hub.table.interfaces.storage import now_ms
from hub.table.wire.audience import TableReason

FOLDER, ENDING = "boards", ".json"
PICTURES, PICTURE_ENDING = "pictures", ".picture"
ID_BYTES = 6
ID = re.compile(rf"[0-9a-f]{{{2 * ID_BYTES}}}")
DESIGNS_MAXIMUM, GONE_MAXIMUM, PICTURES_MAXIMUM = 60, 20, 1_000
FILE_BYTES_MAXIMUM = 4_000_000
ASKED_KEPT = 64
"""How many wishes of each design are remembered, the newest ones."""
log = logging.getLogger(__name__)


class StoredDesigns:
    """All designs of a data folder. One caller at a time. Writing raises StoreError.

    `wish` is on whose behalf something is written: it becomes durable in the same file.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self.wish: Wish | None = None
        found = map(_design, sorted(self._folder.glob(f"*{ENDING}")))
        self._designs = {design.id: design for design in found if design is not None}

    def all(self) -> list[Design]:
        """The newest first."""
        return sorted(self._designs.values(), key=lambda design: (-design.changed_ms, design.id))

    def get(self, name: str) -> Design | None:
        return self._designs.get(name)

    def changed_by(self, wish: Wish) -> Design | None:
        """The design that this wish changed, None if it is new. Raises HttpRefused if another one had its id."""
        for design in self._designs.values():
            for note in design.asked:
                if note.id == wish.id:
                    if note.digest != wish.digest:
                        raise HttpRefused(TableReason.ID_USED, 409)
                    return design
        return None

    def put(self, design: Design) -> Design:
        """Store a design, durably. Raises StoreError."""
        return self.note(msgspec.structs.replace(design, changed_ms=now_ms()))

    def note(self, design: Design) -> Design:
        """Store a design that is as old as before: a wish's effect on it was stored elsewhere. Raises StoreError."""
        if self.wish is not None:
            asked = (*design.asked, Note(self.wish.id, self.wish.digest))[-ASKED_KEPT:]
            design = msgspec.structs.replace(design, asked=asked)
        design, content = _fitting(design)
        make_folder(self._folder)
        path = self._folder / f"{design.id}{ENDING}"
        with store_errors(path):
            write_private(path, content)
        self._designs[design.id] = design
        self._sweep()
        return design

    def add(self, base: str, cells: dict[str, str]) -> Design:
        """A new design; the same wish never makes two. Raises HttpRefused, StoreError."""
        if sum(not design.gone for design in self._designs.values()) >= DESIGNS_MAXIMUM:
            raise HttpRefused(WorkshopReason.FULL, 409)
        name = secrets.token_hex(ID_BYTES)
        if (wish := self.wish) is not None:  # repeating it writes the same file again
            name = hashlib.blake2b(f"{wish.client} {wish.id}".encode(), digest_size=ID_BYTES).hexdigest()
        if name in self._designs:
            raise HttpRefused(TableReason.ID_USED, 409)  # long ago: what it was like is no longer known
        return self.put(Design(id=name, base=base, cells=cells))

    def picture(self, digest: str) -> bytes | None:
        """A picture that some design uses, None if none does."""
        with suppress(FileNotFoundError):
            return (self._folder / PICTURES / f"{digest}{PICTURE_ENDING}").read_bytes()
        return None

    def put_picture(self, digest: str, content: bytes) -> None:
        """Store a picture under its digest, durably. Raises HttpRefused, StoreError."""
        make_folder(self._folder / PICTURES)
        path = self._folder / PICTURES / f"{digest}{PICTURE_ENDING}"
        if path.is_file():
            return
        there = [*path.parent.glob(f"*{PICTURE_ENDING}")]
        if len(there) >= PICTURES_MAXIMUM and not self._forget_pictures(there):
            raise HttpRefused(WorkshopReason.FULL)
        with store_errors(path):
            write_private(path, content)

    def _forget_pictures(self, there: list[Path]) -> bool:
        """Delete pictures that no design uses, not even in steps to undo; returns whether there were any."""
        had = {text for design in self._designs.values() for text in _pictures_of(design)}
        left = [path for path in there if path.stem not in had]
        for path in left:
            with store_errors(path):
                path.unlink(missing_ok=True)
        return bool(left)

    def _sweep(self) -> None:
        """Keep only the newest deleted designs, which can be restored."""
        gone = [design for design in self.all() if design.gone]
        for design in gone[GONE_MAXIMUM:]:
            del self._designs[design.id]
            path = self._folder / f"{design.id}{ENDING}"
            with store_errors(path):
                path.unlink(missing_ok=True)


def _fitting(design: Design) -> tuple[Design, bytes]:
    """The design as a file that can be read again; if changes are very large, fewer of them can be undone."""
    content = msgspec.json.encode(design)
    while len(content) > FILE_BYTES_MAXIMUM and (design.past or design.future):
        past, future = design.past[-(len(design.past) // 2) :] if len(design.past) > 1 else (), design.future
        design = msgspec.structs.replace(design, past=past, future=future if past else ())
        content = msgspec.json.encode(design)
    return design, content


def _pictures_of(design: Design) -> Iterator[str]:
    said: tuple[Changes, ...] = (design.cells, *design.past, *design.future)
    for cells in said:
        yield from (text for name, text in cells.items() if text and name.startswith("picture/"))


def _design(path: Path) -> Design | None:
    try:
        with path.open("rb") as file:
            design = msgspec.json.decode(file.read(FILE_BYTES_MAXIMUM), type=Design)
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s is left alone: %s", path, error)
        return None
    if not ID.fullmatch(design.id) or path.name != f"{design.id}{ENDING}":
        log.warning("%s is left alone: it is called by another name", path)
        return None
    return design

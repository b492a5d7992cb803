"""A design as a plain value: the cells of an edition's tables by name, and the steps that can be taken back.

A cell is called by its table, its row and its column: `track/7/price`, `cards/chance/3/effect`, `tickets/4/expires`,
`own/group.brown`, `picture/space.7`. Nothing here knows how many spaces or cards there are.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

STEPS_MAXIMUM = 200
"""How many changes can be undone."""

Cells = Mapping[str, str]
Changes = Mapping[str, str | None]
"""What cells are to say; None takes a cell away."""

NAME = "own/name"


class WorkshopReason(StrEnum):
    """Why the workshop refuses what a page asks of it."""

    NO_DESIGN = "no_design"
    FULL = "workshop_full"
    FAULTS = "workshop_faults"
    TOO_LARGE = "workshop_too_large"
    NO_CELL = "workshop_no_cell"
    TEXT = "workshop_text"
    PICTURE = "workshop_picture"
    NO_BOARD = "workshop_no_board"
    NO_TABLES = "workshop_no_tables"
    NEWER = "workshop_newer"
    NO_BASE = "workshop_no_base"
    NO_PRINT = "workshop_no_print"


class Note(Struct, frozen=True):
    """A wish by which a design changed (`hub.server.http.answers`): its id, and the digest of what it wanted."""

    id: str
    digest: str


class Design(Struct, frozen=True, kw_only=True):
    """One street of one's own. `past` and `future` say what cells said before and after, the newest change last.

    `version` counts changes, so that a page which has not seen the newest is found out. What is `gone` was deleted and
    can be brought back. `asked` are the newest wishes by which it became what it is, the oldest first.
    """

    id: str
    base: str
    cells: dict[str, str]
    past: tuple[dict[str, str | None], ...] = ()
    future: tuple[dict[str, str | None], ...] = ()
    version: int = 0
    changed_ms: int = 0
    gone: bool = False
    asked: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        return self.cells.get(NAME, "")


def changed(design: Design, changes: Changes) -> Design:
    """The design with cells changed as one step; the same one if they say that already."""
    cells, before = _with(design.cells, changes)
    if not before:
        return design
    past = (*design.past, before)[-STEPS_MAXIMUM:]
    return replace(design, cells=cells, past=past, future=(), version=design.version + 1)


def undone(design: Design) -> Design:
    """Without its last step, which can be made again; the same one if there is none."""
    if not design.past:
        return design
    *past, step = design.past
    cells, after = _with(design.cells, step)
    future = (*design.future, after)
    return replace(design, cells=cells, past=tuple(past), future=future, version=design.version + 1)


def redone(design: Design) -> Design:
    """With the step that was taken back last; the same one if there is none."""
    if not design.future:
        return design
    *future, step = design.future
    cells, before = _with(design.cells, step)
    past = (*design.past, before)
    return replace(design, cells=cells, past=past, future=tuple(future), version=design.version + 1)


def _with(cells: Cells, changes: Changes) -> tuple[dict[str, str], dict[str, str | None]]:
    """The cells after some changes, and what leads back."""
    before = {name: cells.get(name) for name, text in changes.items() if cells.get(name) != text}
    after = dict(cells)
    for name in before:
        text = changes[name]
        if text is None:
            del after[name]
        else:
            after[name] = text
    return after, before

"""What crosses between the page `/workshop` and the hub: designs, their cells, and what is wrong with them.

A cell is called by table, row and column, as `hub.workshop.design` says. The answers are fetched over HTTP.
"""

from __future__ import annotations

from msgspec import Struct


class FaultView(Struct, frozen=True):
    """Something that is wrong: at the cell `field`, a row or a whole table; `key` is `fault.KEY` in the locales."""

    field: str
    key: str
    args: dict[str, int | str] = {}


class BaseView(Struct, frozen=True, kw_only=True):
    """An edition that a design is made from: what its tables may say.

    `columns` of a space, the `kinds` of spaces, `sizes` that a track may have, groups with their number of deeds; by
    effect of a card the figures it takes. `cells` are the edition's own, without names or figures of the design.
    """

    edition: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    sizes: tuple[int, ...]
    groups: dict[str, int]
    decks: tuple[str, ...]
    effects: dict[str, tuple[str, ...]]
    tickets: bool
    cells: dict[str, str]


class DesignCard(Struct, frozen=True, kw_only=True):
    """A design in the list. `gone`: it was deleted, and can be brought back."""

    id: str
    name: str
    base: str
    changed_ms: int
    gone: bool = False


class ShelfView(Struct, frozen=True):
    """All designs, the newest first, and the editions one can begin with."""

    designs: tuple[DesignCard, ...]
    bases: tuple[str, ...]


class DesignView(Struct, frozen=True, kw_only=True):
    """A design as it is edited. `undo` and `redo` count what can be taken back and made again.

    `proposed` are other cells that go with the price that was changed just now, as the edition's curve has it.
    """

    id: str
    base: str
    version: int
    cells: dict[str, str]
    faults: tuple[FaultView, ...]
    undo: int
    redo: int
    proposed: dict[str, str] = {}


class DesignChange(Struct, frozen=True):
    """What the page asks: what cells are to say, None to take them away, of a design that it has seen as `version`."""

    version: int
    cells: dict[str, str | None]


class Resizing(Struct, frozen=True):
    """A design that was seen as `version` is to have so many spaces."""

    version: int
    spaces: int


class NewDesign(Struct, frozen=True):
    """Another design: of an edition as it is printed, or as a copy of a design (`copy_of`, its id).

    In English (`en`) what is printed has its English names, as far as it has any.
    """

    base: str = ""
    language: str = "de"
    copy_of: str = ""
    name: str = ""


class RemarkView(Struct, frozen=True, kw_only=True):
    """What a trial has to say: `workshop.remark.KEY` in the locales with `figures`, about a `group` if it names one.

    `field` is the cell to change if one does not like it; empty where there is nothing to change.
    """

    key: str
    field: str = ""
    group: str = ""
    figures: dict[str, float] = {}


class TrialView(Struct, frozen=True, kw_only=True):
    """A design, as it was in `version`, is played by bots for a minute, or was: `games` so far, `seats` at the table.

    `left_s` is about how long it takes yet. It has `failed` if it could not go on.
    """

    version: int
    seats: int
    running: bool
    games: int
    left_s: int
    whole_s: int
    failed: bool = False
    remarks: tuple[RemarkView, ...] = ()


class TrialState(Struct, frozen=True):
    """The newest trial of a design, if there was one since the hub was started."""

    trial: TrialView | None

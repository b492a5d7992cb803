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

    `columns` of a space, the `kinds` of spaces, groups with their number of deeds; by effect of a card the figures it
    takes. `cells` are the edition's own, without names or figures of the design.
    """

    edition: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
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


class NewDesign(Struct, frozen=True):
    """Another design: of an edition as it is printed, or as a copy of a design (`copy_of`, its id).

    In English (`en`) what is printed has its English names, as far as it has any.
    """

    base: str = ""
    language: str = "de"
    copy_of: str = ""
    name: str = ""

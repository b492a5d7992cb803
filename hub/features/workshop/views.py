"""The messages between the page `/workshop` and the hub: designs, their cells, and their faults.

A cell is identified by table, row and column as in `hub.features.workshop.design`. All of this goes over HTTP.
"""

from msgspec import Struct


class FaultView(Struct, frozen=True):
    """A fault, at a cell, a row or a whole table (`field`); `key` is `fault.KEY` in the locales."""

    field: str
    key: str
    args: dict[str, int | str] = {}


class BaseView(Struct, frozen=True, kw_only=True):
    """An edition on which a design is based: what its tables may contain.

    The `columns` of a space, the `kinds` of spaces, possible `sizes` of a track, groups with their number of deeds, and
    the figures that each effect of a card takes. `cells` are those of the edition, without anything of the design.
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
    """A design in the list. `gone`: it was deleted, and can be restored."""

    id: str
    name: str
    base: str
    changed_ms: int
    gone: bool = False


class DesignList(Struct, frozen=True):
    """All designs, newest first, and the editions on which a new one can be based."""

    designs: tuple[DesignCard, ...]
    bases: tuple[str, ...]


class DesignView(Struct, frozen=True, kw_only=True):
    """A design being edited. `undo` and `redo` count the changes that can be taken back or made again.

    `proposed` are changes of other cells that fit the price just changed, by the curve of the edition's own figures.
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
    """New texts of cells (None removes a cell), for a design that the page has seen in `version`."""

    version: int
    cells: dict[str, str | None]


class Resizing(Struct, frozen=True):
    """A new number of spaces for a design that the page has seen in `version`."""

    version: int
    spaces: int


class NewDesign(Struct, frozen=True):
    """A new design: from a printed edition, or as a copy of another design (`copy_of`, its id).

    In English (`en`) it starts with the edition's English names, as far as there are any.
    """

    base: str = ""
    language: str = "de"
    copy_of: str = ""
    name: str = ""


class RemarkView(Struct, frozen=True, kw_only=True):
    """A finding of a trial: `workshop.remark.KEY` in the locales with `figures`, about a `group` if it names one.

    `field` is the cell to change if that is not wanted; empty if no cell would help.
    """

    key: str
    field: str = ""
    group: str = ""
    figures: dict[str, float] = {}


class TrialView(Struct, frozen=True, kw_only=True):
    """A trial of a design in `version` by bots, running or finished: `games` so far, with `seats` players.

    `left_s` is roughly how many seconds remain. `failed`: it could not go on.
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
    """The newest trial of a design, None if there was none since the hub was started."""

    trial: TrialView | None


CROSSING = (DesignList, BaseView, DesignView, DesignChange, NewDesign, Resizing, TrialState)
"""What crosses to pages as such."""

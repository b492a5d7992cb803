"""What is printed: spaces, deeds, groups and cards of an edition, as frozen values for the rules to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from hub.domain.ids import Space as SpaceId
from hub.rules.cards.effects import Effect
from hub.rules.needs import SIDES

if TYPE_CHECKING:
    from hub.rules.slots import Rules


class Fault(Struct, frozen=True):
    """A fault in a table: a key of the locales (`fault.KEY`) with its arguments, and the cell it is about.

    `line` counts from 1, the heading; it is 0, and `column` is empty, if the fault is in no single line or cell.
    """

    key: str
    file: str = ""
    line: int = 0
    column: str = ""
    args: Mapping[str, str | int] = {}


class TableError(ValueError):
    """A table is invalid; the message names file, line, fault and remedy. `fault` is the same for pages."""

    def __init__(self, message: str, fault: Fault | None = None) -> None:
        super().__init__(message)
        self.fault = fault


class Printing(Protocol):
    """The tables a track was read from."""

    @property
    def package(self) -> str:
        """The package of the edition, where its own tables and its evaluation (`hub.features.odds`) lie."""

    @property
    def texts(self) -> Mapping[str, str]:
        """The tables by file name, as they are stored with a game."""

    @property
    def digest(self) -> str:
        """A short name of these tables; empty for the edition's own."""

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Texts by language and key that the edition's package provides, in addition to those of our pages."""

    def reprinted(self, rules: Rules, texts: Mapping[str, str]) -> Track:
        """The track of these tables for the edition, or of its own if there are none. Raises TableError."""


class Deed(Struct, frozen=True):
    """A deed. `rents` by stage (street) or by number owned (station; utility: factor on the dice).

    `mortgage` is what the bank pays for it, as a loan or as the price; `commission` what a remote buyer pays the
    visitor.
    """

    space: SpaceId
    kind: str
    group: str
    price: int
    rents: tuple[int, ...]
    house_price: int
    mortgage: int
    commission: int = 0


class Space(Struct, frozen=True):
    """A space. `kind` chooses the arrival rule; `amount` is a salary or tax printed on it.

    `english` is its English name, empty if it is called what is printed, like all deeds.
    """

    index: SpaceId
    name: str
    kind: str
    amount: int = 0
    english: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """The printed track with its deeds, groups (name -> spaces) and decks (name -> card number -> effect).

    `tickets` says of each ticket number whether it makes the others expire; `printing` is where all this was read.
    `own` has a family's own names and colours, by key (`hub.editions.tables`).

    `house_price_minimum` is the price of the cheapest building, 0 if nothing can be built; `ahead[origin]` are all
    other spaces in the order in which a piece reaches them, then `origin` itself; `deeds_ahead[origin]` those with a
    deed. `ground[space]` is the group that can be built on there, empty where there is none.
    """

    spaces: tuple[Space, ...]
    deeds: Mapping[SpaceId, Deed]
    groups: Mapping[str, tuple[SpaceId, ...]]
    decks: Mapping[str, Mapping[int, Effect]]
    jails: tuple[SpaceId, ...]
    printing: Printing = field(compare=False, repr=False)
    tickets: Mapping[int, bool] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    house_price_minimum: int = field(init=False)
    ahead: tuple[tuple[SpaceId, ...], ...] = field(init=False)
    deeds_ahead: tuple[tuple[SpaceId, ...], ...] = field(init=False)
    ground: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        prices = [deed.house_price for deed in self.deeds.values() if deed.house_price]
        around = tuple(range(len(self.spaces)))
        object.__setattr__(self, "house_price_minimum", min(prices, default=0))
        ahead = tuple([around[at + 1 :] + around[: at + 1] for at in around])
        object.__setattr__(self, "ahead", ahead)
        deeds_ahead = [tuple([space for space in spaces if space in self.deeds]) for spaces in ahead]
        object.__setattr__(self, "deeds_ahead", tuple(deeds_ahead))
        ground = {space: deed.group for space, deed in self.deeds.items() if deed.house_price}
        object.__setattr__(self, "ground", tuple([ground.get(space, "") for space in around]))

    def nearest_jail(self, origin: SpaceId) -> SpaceId:
        """The nearest jail space in either direction; the one ahead if two are equally near [E35]."""
        count = len(self.spaces)

        def steps(jail: SpaceId) -> tuple[int, int]:
            ahead = (jail - origin) % count
            return min(ahead, count - ahead), ahead

        return min(self.jails, key=steps)

    def next_of(self, kind: str, origin: SpaceId) -> SpaceId:
        return next(space for space in self.ahead[origin] if self.spaces[space].kind == kind)

    def beside(self, origin: SpaceId) -> tuple[SpaceId, ...]:
        """The other spaces of the same side: first those ahead, then those behind, nearest first.

        A corner belongs to both sides that meet there, so from a corner both are in reach (D18).
        """
        side = len(self.spaces) // SIDES
        ahead = self.ahead[origin][: side - origin % side]
        behind = self.ahead[origin][:-1][::-1][: origin % side or side]
        return ahead + behind

    def is_ahead(self, origin: SpaceId, target: SpaceId) -> bool:
        """Whether a space of the same side lies ahead; a piece that goes there from behind moves forward (D18)."""
        return (target - origin) % len(self.spaces) <= len(self.spaces) // SIDES

"""What the sensible bot knows of a track before the game begins, precomputed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hub.domain.ids import NOBODY, Holder, Seat, Space
from hub.rules.claims import ApartmentBuilding
from hub.rules.slots import Rules

WHOLE_PERCENT = 250
"""What a whole group is worth, in percent of its prices."""

EACH_MORE_PERCENT = 25
"""What each further deed of a group adds to the worth of every deed of it that one has."""

CAREFUL_PERCENT, BOLD_PERCENT = 75, 19
"""What careful and bold bots keep back for rents, in percent of the mean price of a deed."""


class Group(Struct, frozen=True, eq=False, gc=False):
    """The `size` deeds of one group. `house_price` is 0 if nothing can be built.

    Building needs `enough` of its deeds, and goes evenly or for each deed `alone`, up to stage `tops[n]` with n deeds.
    `kinds` are the buildings that lead to each stage; `percents[n]` is what n deeds are worth to one owner, of their
    printed prices.
    """

    name: str
    deeds: tuple[Space, ...]
    size: int
    house_price: int
    enough: int
    alone: bool
    tops: tuple[int, ...]
    kinds: Sequence[str]
    percents: tuple[int, ...]


class Chart(Struct, frozen=True):
    """Groups by name, by space the other deeds of its group, its price and loan, the reserve, the `commands` there are.

    `for_visitors`: before a throw one builds only where somebody else's piece stands.
    """

    groups: dict[str, Group]
    group_of: dict[Space, Group]
    beside: dict[Space, tuple[Space, ...]]
    price: dict[Space, int]
    loan: dict[Space, int]
    reserve: int
    commands: frozenset[type]
    for_visitors: bool

    @classmethod
    def of(cls, rules: Rules, reserve_percent: int = CAREFUL_PERCENT) -> Chart:
        """The chart of an edition; `reserve_percent` is relative to the mean price of a deed."""
        track = rules.track
        price = {space: deed.price for space, deed in track.deeds.items()}
        groups = {name: _group(rules, name, spaces) for name, spaces in track.groups.items()}
        loan = {space: deed.mortgage for space, deed in track.deeds.items()}
        reserve = sum(price.values()) * reserve_percent // (100 * len(price))
        return cls(
            groups,
            {space: group for group in groups.values() for space in group.deeds},
            {
                at: tuple([deed for deed in group.deeds if deed != at])
                for group in groups.values()
                for at in group.deeds
            },
            price,
            loan,
            reserve,
            frozenset(rules.handlers),
            isinstance(rules.building, ApartmentBuilding),
        )

    def worth(self, owner: list[Holder], seat: Seat, group: Group) -> int:
        """The worth to a seat of its part of a group, given the owners of all deeds."""
        price = self.price
        own = [price[deed] for deed in group.deeds if owner[deed] == seat]
        return sum(own) * group.percents[len(own)] // 100

    def bid_limit(self, owner: list[Holder], seat: Seat, deed: Space) -> int:
        """The worth of a deed to a seat without it; higher if it completes a group, of this seat or of another."""
        others = [*map(owner.__getitem__, self.beside[deed])]
        worth = self.price[deed]
        mine = others.count(seat)
        if mine == len(others):
            return worth * 2
        if others[0] not in (NOBODY, seat) and others.count(others[0]) == len(others):
            return worth * 3 // 2
        return worth + worth * mine // 4


def _group(rules: Rules, name: str, spaces: tuple[Space, ...]) -> Group:
    deed, size = rules.track.deeds[spaces[0]], len(spaces)
    ladder = rules.ladders.get(deed.kind)
    percents = (0, *range(100, 100 + EACH_MORE_PERCENT * (size - 1), EACH_MORE_PERCENT), WHOLE_PERCENT)
    if ladder is None:
        return Group(name, spaces, size, 0, size, alone=False, tops=(0,) * (size + 1), kinds=(), percents=percents)
    below_whole = ladder.whole_from - 1 if ladder.whole_from else ladder.top
    tops = (*(min(ladder.cap(count), below_whole) for count in range(size)), ladder.top)
    enough = 1 if ladder.alone else size - ladder.missing
    return Group(name, spaces, size, deed.house_price, enough, ladder.alone, tops, ladder.needed, percents)

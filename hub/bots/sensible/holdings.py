"""What a seat can build on, recomputed only when a deed has changed hands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hub.bots.sensible.chart import Chart, Group
from hub.bots.sight import Sight
from hub.domain.ids import NOBODY, Holder, Seat, Space


class BuildingSite(Struct, frozen=True, gc=False):
    """Deeds of a seat in one group that have to be built evenly, up to stage `top`."""

    group: Group
    deeds: tuple[Space, ...]
    top: int


class Holdings:
    """`sites` are groups the seat has enough of, those with dear buildings first; `unsold` counts deeds of the bank.

    Of these, `grounds` can be built on. `single` are the deeds that are not built together with others. `changes`
    counts how often it had to be computed.
    """

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._hand: tuple[Space, ...] = ()
        self._hands: list[tuple[Space, ...]] = []
        self.sites: tuple[BuildingSite, ...] = ()
        self.grounds: tuple[BuildingSite, ...] = ()
        self.single: tuple[Space, ...] = ()
        self.unsold = 0
        self.changes = 0

    def look(self, sight: Sight) -> None:
        """Update from the present owners."""
        hands = sight.deeds.hands
        if hands == self._hands:
            return
        owner = sight.deeds.owner
        self._hands = hands.copy()
        self.changes += 1
        self.unsold = owner.count(NOBODY) - self._chart.spaces_without_deed
        hand = sight.hand
        if hand != self._hand:
            self._hand = hand
            self.sites = tuple(self._sites(owner, sight.seat))
            self.grounds = tuple([site for site in self.sites if site.group.house_price])
            together = {deed for site in self.sites for deed in site.deeds if not site.group.alone}
            self.single = tuple([deed for deed in hand if deed not in together])

    def _sites(self, owner: list[Holder], seat: Seat) -> Iterator[BuildingSite]:
        for group in self._chart.groups_from_last:
            count = [*map(owner.__getitem__, group.deeds)].count(seat)
            if count < group.enough:
                continue
            own = tuple([deed for deed in group.deeds if owner[deed] == seat])
            if group.alone:
                yield from (BuildingSite(group, (deed,), group.tops[group.size]) for deed in own)
            else:
                yield BuildingSite(group, own, group.tops[count])

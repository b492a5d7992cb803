"""What a seat can build on, recomputed only when a deed has changed hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from hub.bots.sensible.chart import Chart, Group
from hub.bots.sight import Sight
from hub.domain.ids import Space


class BuildingSite(Struct, frozen=True, gc=False):
    """Deeds of a seat in one group that have to be built evenly, up to stage `top`."""

    group: Group
    deeds: tuple[Space, ...]
    top: int


class Holdings:
    """`sites` are groups the seat has enough of, those with dear buildings first; `unsold` counts deeds of the bank.

    Of these, `grounds` can be built on. `changes` counts how often it had to be computed.
    """

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._hand: tuple[Space, ...] = ()
        self._hands: list[tuple[Space, ...]] = []
        self.sites: list[BuildingSite] = []
        self.grounds: list[BuildingSite] = []
        self._single: list[Space] | None = None
        self.unsold = 0
        self.changes = 0

    def look(self, sight: Sight) -> None:
        """Update from the present owners."""
        hands = sight.deeds.hands
        if hands == self._hands:
            return
        self._hands = hands.copy()
        self.changes += 1
        self.unsold = len(self._chart.price) - sum(map(len, hands))
        hand = sight.hand
        if hand != self._hand:
            self._hand = hand
            plots, groups = sight.plots, self._chart.groups
            enough = [group for name, own in plots.items() if len(own) >= (group := groups[name]).enough]
            self.sites = self.grounds = []
            self._single = None
            if enough:
                enough.sort(key=_place, reverse=True)
                self.sites = [site for group in enough for site in _sites(group, plots[group.name])]
                self.grounds = [site for site in self.sites if site.group.house_price]

    @property
    def single(self) -> list[Space]:
        """The deeds that are not built together with others."""
        if self._single is None:
            together = {deed for site in self.sites for deed in site.deeds if not site.group.alone}
            self._single = [deed for deed in self._hand if deed not in together]
        return self._single


def _place(group: Group) -> tuple[Space, ...]:
    return group.deeds


def _sites(group: Group, own: Sequence[Space]) -> Iterator[BuildingSite]:
    if group.alone:
        yield from (BuildingSite(group, (deed,), group.tops[group.size]) for deed in own)
    else:
        yield BuildingSite(group, tuple(own), group.tops[len(own)])

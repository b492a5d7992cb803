"""What a seat can build on, recomputed only when its hand has changed."""

from collections.abc import Sequence

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
    """`sites` are groups it has enough of, those with dear buildings first; of these, `grounds` can be built on."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._hand: tuple[Space, ...] = ()
        self.sites: list[BuildingSite] = []
        self.grounds: list[BuildingSite] = []
        self._single: list[Space] | None = None

    def look(self, sight: Sight) -> None:
        """Update from the deeds that the seat has now."""
        hand = sight.deeds.hands[sight.seat]
        if hand is self._hand:
            return
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


def _sites(group: Group, own: Sequence[Space]) -> list[BuildingSite]:
    if group.alone:
        return [BuildingSite(group, (deed,), group.tops[group.size]) for deed in own]
    return [BuildingSite(group, tuple(own), group.tops[len(own)])]

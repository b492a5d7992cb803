"""Building, redeeming mortgages, and placing scarce buildings, always keeping a reserve for rents."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from msgspec import Struct

from hub.bots.sensible.chart import Chart, Group
from hub.bots.sight import Sight
from hub.domain.commands import Build, FinishPlacing, PlaceBuilding, Redeem, SeatCommand, WantBuildings
from hub.domain.ids import Space
from hub.domain.tasks import PlacingPending

RICH_FACTOR = 3
"""How many reserves it takes to redeem mortgages outside whole groups."""

LOAN_PERCENT = 125
"""What redeeming costs at most, in percent of the loan."""


class BuildingSite(Struct, frozen=True, gc=False):
    """Deeds of a seat in one group that have to be built evenly, up to stage `top`.

    `among` takes what a list over spaces says of them; of the first one twice, so that a single one makes a tuple, too.
    """

    group: Group
    deeds: tuple[Space, ...]
    top: int
    among: Callable[[Sequence[int]], tuple[int, ...]]


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
        return [BuildingSite(group, (deed,), group.tops[group.size], itemgetter(deed, deed)) for deed in own]
    return [BuildingSite(group, tuple(own), group.tops[len(own)], itemgetter(*own, own[0]))]


class Works:
    """Spends money above the reserve on buildings, and on mortgages when rich."""

    def __init__(self, chart: Chart, holdings: Holdings) -> None:
        self._chart, self._holdings = chart, holdings

    def improve(self, sight: Sight, spare: int) -> SeatCommand | None:
        """Redeem within whole groups, build evenly, then redeem the rest."""
        stage, mortgaged, stock = sight.deeds.stage, sight.deeds.mortgaged, sight.supply.stock
        visited = self._visited(sight) if self._chart.for_visitors else None
        for site in self._holdings.grounds:
            if site.group.house_price <= spare and (visited is None or not visited.isdisjoint(site.deeds)):
                stages = site.among(stage)
                lowest = min(stages)
                if lowest < site.top and stock.get(site.group.kinds[lowest + 1], 1):
                    command = Build(sight.seat, site.deeds[stages.index(lowest)])
                    if True not in site.among(mortgaged) and sight.may(command):
                        return command
        return self._redeem(sight, spare)

    def want(self, sight: Sight) -> SeatCommand:
        """Ask for as many scarce buildings as the money above the reserve can buy."""
        prices = [site.group.house_price for site in self._holdings.grounds]
        affordable = max(0, sight.money - self._chart.reserve) // min(prices) if prices else 0
        limit = next(iter(sight.listed(WantBuildings))).maximum or 0 if affordable else 0
        return WantBuildings(sight.seat, min(limit, affordable))

    def place(self, sight: Sight, task: PlacingPending) -> SeatCommand:
        """Place a building on the dearest street; decline if it is not paid yet and would cut into the reserve."""
        spare = sight.money - self._chart.reserve
        for choice in reversed([*sight.listed(PlaceBuilding)]):
            if (task.paid or choice.cost <= spare) and sight.may(choice.command):
                return choice.command
        return FinishPlacing(sight.seat)

    def _visited(self, sight: Sight) -> set[Space]:
        """Where somebody else's piece stands."""
        spaces = sight.pieces.spaces.copy()
        del spaces[sight.seat]
        return set(spaces)

    def _redeem(self, sight: Sight, spare: int) -> SeatCommand | None:
        """A mortgage that blocks a whole group first; others only when rich."""
        seat, chart = sight.seat, self._chart
        for deed in filter(sight.deeds.mortgaged.__getitem__, sight.deeds.hands[seat]):
            if chart.loan[deed] * LOAN_PERCENT // 100 <= spare:
                command = Redeem(seat, deed)
                rich = spare >= (RICH_FACTOR - 1) * chart.reserve
                if (rich or self._in_site(deed)) and sight.may(command):
                    return command
        return None

    def _in_site(self, deed: Space) -> bool:
        return any(deed in site.deeds for site in self._holdings.sites)

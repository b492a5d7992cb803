"""When to build, to redeem mortgages, and where scarce buildings go. A reserve for the next rents is always kept."""

from __future__ import annotations

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.holdings import Holdings
from hub.bots.sight import Sight
from hub.domain.commands import Build, FinishPlacing, PlaceBuilding, Redeem, SeatCommand, WantBuildings
from hub.domain.ids import Space
from hub.domain.tasks import PlacingPending

RICH_FACTOR = 3
"""How many reserves somebody has who redeems mortgages outside his whole groups."""


class Works:
    """Spends what is left above the reserve on buildings, and on mortgages when rich."""

    __slots__ = ("_chart", "_holdings")

    def __init__(self, chart: Chart, holdings: Holdings) -> None:
        self._chart, self._holdings = chart, holdings

    def improve(self, sight: Sight) -> SeatCommand | None:
        """Redeem within whole groups, build evenly, then redeem the rest."""
        spare = sight.money - self._chart.reserve
        mortgaged = sight.deeds.mortgaged
        for group in self._holdings.whole:
            if any(mortgaged[deed] for deed in group.deeds):
                continue
            if group.house_price and group.house_price <= spare:
                command = self._build(sight, group.deeds)
                if command is not None:
                    return command
        if True in mortgaged and spare > 0:
            return self._redeem(sight, spare)
        return None

    def want(self, sight: Sight) -> SeatCommand:
        """As many scarce buildings as the money above the reserve buys."""
        choice = sight.answer_of(WantBuildings)
        assert choice is not None
        prices = [group.house_price for group in self._holdings.whole if group.house_price]
        affordable = max(0, sight.money - self._chart.reserve) // min(prices) if prices else 0
        return WantBuildings(sight.seat, min(choice.maximum or 0, affordable))

    def place(self, sight: Sight, task: PlacingPending) -> SeatCommand:
        """On the dearest street; none if it is not paid yet and the reserve would suffer."""
        places = [c for c in sight.answers() if isinstance(c.command, PlaceBuilding)]
        spare = sight.money - self._chart.reserve
        wanted = places if task.paid else [choice for choice in places if choice.cost <= spare]
        return wanted[-1].command if wanted else FinishPlacing(sight.seat)

    def _build(self, sight: Sight, deeds: tuple[Space, ...]) -> SeatCommand | None:
        stage = sight.deeds.stage
        lowest = min(deeds, key=lambda deed: (stage[deed], -deed))
        command = Build(sight.seat, lowest)
        return command if sight.may(command) else None

    def _redeem(self, sight: Sight, spare: int) -> SeatCommand | None:
        """A mortgage that blocks a whole group first; others only when rich."""
        whole = {deed for group in self._holdings.whole for deed in group.deeds}
        rich = sight.money >= RICH_FACTOR * self._chart.reserve
        for choice in sight.free_of(Redeem):
            assert isinstance(choice.command, Redeem)
            if choice.cost <= spare and (rich or choice.command.deed in whole):
                return choice.command
        return None

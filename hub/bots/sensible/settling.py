"""Where groups are claimed: what to buy from afar, where to build while one stands there, what to sell when in debt."""

from __future__ import annotations

from collections.abc import Iterable

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import Build, FinishPlacing, SeatCommand
from hub.domain.dealing import BuyRemote, SellDeed, StayInJail
from hub.domain.ids import Space
from hub.domain.tasks import BuildPending
from hub.rules.ports import Choice

STAGES_FOR_COMMISSION = 2
"""A visitor is paid for letting one build only if so many apartments come of it."""


class Settler:
    """Spends what is left above the reserve; sells a deed that pays a large debt off in one stroke."""

    __slots__ = ("_chart",)

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def deal(self, sight: Sight) -> SeatCommand | None:
        """What is worth doing before a throw, if anything."""
        if sight.owed:
            return self._pay_off(sight)
        spare = sight.money - self._chart.reserve
        if spare <= 0:
            return None
        bargain = next((choice for choice in sight.free_of(BuyRemote) if choice.cost <= spare), None)
        return bargain.command if bargain is not None else self._build_from_afar(sight, spare)

    def build(self, sight: Sight, _task: BuildPending) -> SeatCommand:
        """One more apartment on the lowest plot, or enough."""
        spare = sight.money - self._chart.reserve
        wanted = self._lowest(sight, (choice for choice in sight.answers() if choice.cost <= spare))
        return wanted.command if wanted is not None else FinishPlacing(sight.seat)

    def wait(self, sight: Sight) -> SeatCommand | None:
        """Stay in jail, where that can be chosen."""
        choice = sight.answer_of(StayInJail)
        return choice.command if choice is not None else None

    def _build_from_afar(self, sight: Sight, spare: int) -> SeatCommand | None:
        groups = self._chart.group_of
        worthwhile = (
            choice
            for choice in sight.free_of(Build)
            if isinstance(choice.command, Build)
            and choice.cost + (STAGES_FOR_COMMISSION - 1) * groups[choice.command.deed].house_price <= spare
        )
        wanted = self._lowest(sight, worthwhile)
        return wanted.command if wanted is not None else None

    def _pay_off(self, sight: Sight) -> SeatCommand | None:
        """The cheapest deed outside of whole groups that clears a debt beyond the reserve."""
        if sight.owed <= self._chart.reserve:
            return None
        loan, owed = self._chart.loan, sight.owed
        enough = [deed for deed in sight.hand if loan[deed] >= owed and not self._whole(sight, deed)]
        sales = (SellDeed(sight.seat, deed) for deed in sorted(enough, key=loan.__getitem__))
        return next(filter(sight.may, sales), None)

    def _whole(self, sight: Sight, deed: Space) -> bool:
        """Whether the whole group of an own deed belongs to this seat."""
        return all(map(sight.hand.__contains__, self._chart.group_of[deed].deeds))

    def _lowest(self, sight: Sight, choices: Iterable[Choice]) -> Choice | None:
        """Even building fits together on any number of plots; of equal plots the dearest."""
        stage = sight.deeds.stage
        sites = [(choice, choice.command.deed) for choice in choices if isinstance(choice.command, Build)]
        return min(sites, key=lambda site: (stage[site[1]], -site[1]))[0] if sites else None

"""Decisions in editions with claims: remote purchases, building where one stands, sales to repay credit."""

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import Build, BuyRemote, FinishPlacing, SeatCommand, SellDeed, StayInJail
from hub.domain.ids import Space
from hub.domain.tasks import BuildPending


class ClaimHolder:
    """Spends money above the reserve; sells a deed if that pays off a large debt at once."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def deal(self, sight: Sight) -> SeatCommand | None:
        """A worthwhile remote purchase or sale before a throw, None if there is none."""
        if sight.owed:
            return self._pay_off(sight)
        spare = sight.money - self._chart.reserve
        if spare <= 0:
            return None
        bargains = (choice.command for choice in sight.offered(BuyRemote) if choice.cost <= spare)
        return next(filter(sight.may, bargains), None)

    def build(self, sight: Sight, _task: BuildPending) -> SeatCommand:
        """Build one more apartment on the lowest plot, or end building."""
        return self._lowest(sight, sight.money - self._chart.reserve) or FinishPlacing(sight.seat)

    def wait(self, sight: Sight) -> SeatCommand | None:
        """Stay in jail, if that is allowed."""
        choice = sight.answer_of(StayInJail)
        return choice.command if choice is not None else None

    def _pay_off(self, sight: Sight) -> SeatCommand | None:
        """The cheapest deed outside of whole groups that clears a debt beyond the reserve."""
        if sight.owed <= self._chart.reserve:
            return None
        loan, owed = self._chart.loan, sight.owed
        enough = [deed for deed in sight.hand if loan[deed] >= owed and not self._whole(sight, deed)]
        sales = (SellDeed(sight.seat, deed) for deed in sorted(enough, key=loan.__getitem__))
        return next(filter(sight.may, sales), None)

    def _whole(self, sight: Sight, deed: Space) -> bool:
        """Whether the whole group of a deed belongs to this seat."""
        return all(map(sight.hand.__contains__, self._chart.group_of[deed].deeds))

    def _lowest(self, sight: Sight, spare: int) -> Build | None:
        """The lowest plot that can be built on for this money; of equal ones the dearest."""
        stage = sight.deeds.stage
        sites = [
            (stage[command.deed], -command.deed, command)
            for choice in sight.listed(Build)
            if isinstance(command := choice.command, Build) and choice.cost <= spare
        ]
        return next((command for _, _, command in sorted(sites) if sight.may(command)), None)

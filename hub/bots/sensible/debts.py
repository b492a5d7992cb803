"""Raises money for a debt, starting with what costs least, and never forgets a rent or a duty."""

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.investing import Investor
from hub.bots.sensible.works import Holdings
from hub.bots.sight import Sight
from hub.domain import commands
from hub.domain.commands import AskRent, CatchUp, SeatCommand, SellBuilding, SellGroup
from hub.domain.tasks import CatchUpPending, DebtPending, MortgageChoicePending


class Purse:
    """Pays, raises money, or goes bankrupt if all assets would not suffice."""

    def __init__(self, chart: Chart, holdings: Holdings, investor: Investor) -> None:
        self._chart, self._holdings, self._investor = chart, holdings, investor
        self._hopeful: DebtPending | None = None

    def settle(self, sight: Sight, task: DebtPending) -> SeatCommand:
        """One step towards paying the debt."""
        seat = sight.seat
        if sight.ledger.balances[seat] >= task.due.amount:
            return commands.PayDebt(seat)
        if (sale := self._investor.sell_in_need(sight)) is not None:
            return sale
        if self._hopeful is not task:
            fall = commands.DeclareBankruptcy(seat)
            if sight.may(fall):
                return fall
            self._hopeful = task
        self._holdings.look(sight)
        return (
            self._raise(sight, task.due.amount - sight.money) or next(iter(sight.free_of(commands.SellGroup))).command
        )

    def inherited(self, sight: Sight, task: MortgageChoicePending) -> SeatCommand:
        """Decide about a mortgaged deed just received: redeem it if the reserve allows."""
        redeem = commands.Redeem(sight.seat, task.deed)
        if sight.money >= task.redemption + self._chart.reserve and sight.may(redeem):
            return redeem
        return commands.KeepMortgage(sight.seat, task.deed)

    def _raise(self, sight: Sight, missing: int) -> SeatCommand | None:
        """Mortgage single deeds, sell buildings that earn least, mortgage whole groups; None if nothing is left."""
        seat, mortgaged, stage = sight.seat, sight.deeds.mortgaged, sight.deeds.stage
        loan = self._chart.loan.__getitem__
        single = [deed for deed in self._holdings.single if not mortgaged[deed] and not stage[deed]]
        if single and sight.may(command := commands.Mortgage(seat, min(single, key=loan))):
            return command
        built = [site for site in reversed(self._holdings.sites) if any(map(stage.__getitem__, site.deeds))]
        brings = {choice.command: -choice.cost for choice in sight.offered(commands.SellGroup)} if built else {}
        for site in built:
            sale = commands.SellGroup(seat, site.group.name)
            if brings.get(sale, missing + 1) <= missing and sight.may(sale):  # no less would do
                return sale
            if sight.may(step := commands.SellBuilding(seat, max(site.deeds, key=stage.__getitem__))):
                return step
        free = [deed for deed in sight.hand if not mortgaged[deed]]
        loans = (commands.Mortgage(seat, deed) for deed in sorted(free, key=loan))
        return next(filter(sight.may, loans), None)


def requested_rent(sight: Sight) -> SeatCommand | None:
    """Ask for a rent, if any can be asked for."""
    for deed in sight.requestable_rents:
        if (command := sight.allowed(AskRent(sight.seat, deed))) is not None:
            return command
    return None


def catch_up(sight: Sight, task: CatchUpPending) -> SeatCommand:
    """Redeem and build if the money suffices, else sell in the group: one building, or all where none can be."""
    seat = sight.seat
    if sight.may(done := CatchUp(seat)):
        return done
    group = sight.track.deeds[task.deed].group
    spaces = sight.track.groups[group]
    highest = max(spaces, key=sight.deeds.stage.__getitem__)
    sale = SellBuilding(seat, highest)
    return sale if sight.may(sale) else SellGroup(seat, group)

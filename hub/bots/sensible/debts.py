"""How to raise money for a debt: first what hurts least."""

from __future__ import annotations

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import (
    DeclareBankruptcy,
    KeepMortgage,
    Mortgage,
    PayDebt,
    Redeem,
    SeatCommand,
    SellBuilding,
    SellGroup,
)
from hub.domain.tasks import DebtPending, MortgageChoicePending


class Purse:
    """Pays, raises money, or gives up when all one has would not suffice."""

    __slots__ = ("_chart",)

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def settle(self, sight: Sight, task: DebtPending) -> SeatCommand:
        """One step towards paying the debt."""
        seat = sight.seat
        if sight.money >= task.due.amount:
            return PayDebt(seat)
        fall = DeclareBankruptcy(seat)
        return fall if sight.may(fall) else self._raise(sight)

    def inherited(self, sight: Sight, task: MortgageChoicePending) -> SeatCommand:
        """Redeem a deed that came mortgaged if the reserve allows."""
        if sight.money >= task.redemption + self._chart.reserve:
            return Redeem(sight.seat, task.deed)
        return KeepMortgage(sight.seat, task.deed)

    def _raise(self, sight: Sight) -> SeatCommand:
        """Mortgage single deeds, sell buildings where they bring least, then mortgage whole groups."""
        loans = [choice.command for choice in sight.free_of(Mortgage) if isinstance(choice.command, Mortgage)]
        single = [loan for loan in loans if not self._in_whole_group(sight, loan)]
        if single:
            return min(single, key=lambda loan: self._chart.loan[loan.deed])
        sales = list(sight.free_of(SellBuilding)) or list(sight.free_of(SellGroup))
        if sales:
            return max(sales, key=lambda choice: choice.cost).command
        return min(loans, key=lambda loan: self._chart.loan[loan.deed])

    def _in_whole_group(self, sight: Sight, loan: Mortgage) -> bool:
        owner = sight.deeds.owner
        return all(owner[deed] == sight.seat for deed in self._chart.group_of[loan.deed].deeds)

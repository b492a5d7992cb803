"""Deeds for a debt: what creditors would pay is set off against what they are owed (classic-28, mega-28) [K20].

So a creditor without any cash can take deeds and release cards for all of a debt or a part of it; only what exceeds
the debt is paid in money, and what is not covered stays owed.
"""

from collections.abc import Sequence

import msgspec

from hub.domain.debts import DebtSetOff
from hub.domain.ids import seat_of
from hub.domain.offers import Offer
from hub.domain.tasks import DebtPending, Task
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.trade.free_trade import FreeTrade
from hub.rules.trade.price import Price, price_of


@part(sheet="trade_for_debts")
class TradeForDebts(FreeTrade):
    """Like `FreeTrade`, but a side to which the other owes something pays with that debt first."""

    def price(self, game: Game, offer: Offer) -> Price:
        agreed = price_of(offer)
        owed = sum([task.due.amount for task in _debts(game.state.agenda.tasks, agreed)])
        return msgspec.structs.replace(agreed, set_off=min(agreed.amount, owed))

    def settle_debts(self, game: Game, price: Price) -> None:
        """Deduct what is set off from the debts, in the order in which they are due."""
        left = price.set_off
        for task in _debts(game.tasks, price):
            part = min(left, task.due.amount)
            if part:
                left -= part
                _reduce(game, task, part)


def _debts(tasks: Sequence[Task], price: Price) -> list[DebtPending]:
    """What the payee owes the payer, the next to be paid first."""
    debts = [task for task in reversed(tasks) if isinstance(task, DebtPending)]
    return [task for task in debts if (task.seat, task.due.payee) == (price.payee, price.payer)]


def _reduce(game: Game, task: DebtPending, part: int) -> None:
    """Close the tasks of debts that are paid off."""
    due = task.due
    rest = msgspec.structs.replace(due, amount=due.amount - part)
    place = game.tasks.index(task)
    game.tasks[place : place + 1] = [DebtPending(task.seat, rest)] if rest.amount else []
    game.emit(DebtSetOff(task.seat, seat_of(due.payee), part, rest.amount))

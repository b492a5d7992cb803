"""Debts: a seat that owes more than it has raises money first, then pays or goes bankrupt (classic-28 to -30)."""

from collections.abc import Iterable

from hub.domain.commands import DeclareBankruptcy, PayDebt
from hub.domain.ids import Seat, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import DebtPending
from hub.rules.answering import answer_to
from hub.rules.asking import short_of
from hub.rules.assets import raisable
from hub.rules.debt.estate import hand_over, leaving
from hub.rules.debt.estate_sale import ONE_BY_ONE, EstateSale
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.parts import part
from hub.rules.payments import carry_out
from hub.rules.reasons import Reason, Rejected


@part(sheet="settle_or_fall")
class SettleOrFall:
    """A debt stays open until it is paid; giving up is allowed only when selling to the bank could not cover it.

    `estate_sale` is how the bank sells the deeds of seats that go bankrupt to it.
    """

    estate_sale: EstateSale = ONE_BY_ONE

    def handlers(self) -> Handlers:
        return (
            answer_to(DebtPending, PayDebt, self.settle, self.refuse_pay, self.answers_pay),
            answer_to(DebtPending, DeclareBankruptcy, self.fall, self.refuse_fall),
            leaving(self.estate_sale),
        )

    def open(self, game: Game, due: MoneyMoved) -> None:
        """The debtor is asked before anything else goes on."""
        game.ask(DebtPending(seat_of(due.payer), due))

    def limit(self, game: Game, seat: Seat) -> int | None:
        return None

    def refuse_pay(self, game: Game, command: PayDebt, task: DebtPending) -> Rejected | None:
        short, means = short_of(game, command.seat, task.due.amount), _means(game, command.seat)
        return Rejected(Reason.BEYOND_MEANS, {"money": means}) if short and means < task.due.amount else short

    def settle(self, game: Game, command: PayDebt, task: DebtPending) -> None:
        carry_out(game, task.due)

    def answers_pay(self, game: Game, task: DebtPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(PayDebt(seat), role="ok", cost=task.due.amount)

    def refuse_fall(self, game: Game, command: DeclareBankruptcy, task: DebtPending) -> Rejected | None:
        means = _means(game, command.seat)
        return Rejected(Reason.MONEY_CAN_BE_RAISED, {"means": means}) if means >= task.due.amount else None

    def fall(self, game: Game, command: DeclareBankruptcy, task: DebtPending) -> None:
        hand_over(game, command.seat, task.due.payee, self.estate_sale)


def _means(game: Game, seat: Seat) -> int:
    """What a seat has, and could raise from the bank."""
    return game.state.ledger.balances[seat] + raisable(game, seat)

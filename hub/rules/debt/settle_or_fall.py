"""Debts: who owes more than he has raises money first, then pays, or falls (classic-28, classic-29, classic-30)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import DeclareBankruptcy, PayDebt
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import DebtPending, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of, short_of
from hub.rules.debt.estate import hand_over
from hub.rules.debt.estate_sale import ONE_BY_ONE, EstateSale
from hub.rules.game import Game
from hub.rules.payments import carry_out
from hub.rules.reasons import Reason, Rejected


@dataclass(frozen=True)
class SettleOrFall:
    """A debt stays open until it is paid; giving up is allowed only when selling to the bank could not cover it.

    `estate_sale` is how the bank sells the deeds of who falls to it.
    """

    estate_sale: EstateSale = ONE_BY_ONE

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(PayDebt, self.refuse_pay, self.settle, answers=self.answers_pay),
            Action(
                DeclareBankruptcy,
                self.refuse_fall,
                self.fall,
                answers=self.answers_fall,
            ),
        )

    def open(self, game: Game, due: MoneyMoved) -> None:
        """The debtor is asked before anything else goes on."""
        game.ask(DebtPending(due.payer, due))

    def limit(self, game: Game, seat: Seat) -> int | None:
        return None

    def refuse_pay(self, game: Game, command: PayDebt) -> Rejected | None:
        task = open_of(game, DebtPending, command.seat)
        return task if type(task) is Rejected else short_of(game, command.seat, task.due.amount)

    def settle(self, game: Game, command: PayDebt) -> None:
        task = game.settle()
        assert isinstance(task, DebtPending)
        carry_out(game, task.due)

    def refuse_fall(self, game: Game, command: DeclareBankruptcy) -> Rejected | None:
        task = open_of(game, DebtPending, command.seat)
        if type(task) is Rejected:
            return task
        seat, rules = command.seat, game.rules
        means = game.state.ledger.balances[seat]
        means += rules.mortgages.raisable(game, seat) + rules.building.raisable(game, seat)
        return Rejected(Reason.MONEY_CAN_BE_RAISED, {"means": means}) if means >= task.due.amount else None

    def fall(self, game: Game, command: DeclareBankruptcy) -> None:
        task = game.settle()
        assert isinstance(task, DebtPending)
        hand_over(game, command.seat, task.due.payee, self.estate_sale)

    def answers_pay(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, DebtPending):
            yield Choice(PayDebt(seat), role="ok", cost=task.due.amount)

    def answers_fall(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, DebtPending):
            yield Choice(DeclareBankruptcy(seat))

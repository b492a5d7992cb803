"""The way of all money: routing (bank or pot), then the payment itself or a debt. No rule touches a balance otherwise.

Routing is the edition's `routes`, by purpose; a payment that cannot be covered becomes a task of the debt rule.
"""

from __future__ import annotations

from hub.domain.ids import BANK, Account
from hub.domain.ledger import MoneyMoved
from hub.rules.game import Game


def pay(
    game: Game,
    payer: Account,
    payee: Account,
    amount: int,
    purpose: str,
    inputs: dict[str, int],
) -> None:
    """Move money, or open a debt where a player's money does not suffice. Nothing happens for an amount of 0."""
    if payee == BANK:
        payee = game.rules.routes.get(purpose, BANK)
    settle(game, MoneyMoved(payer, payee, amount, purpose, inputs))


def settle(game: Game, due: MoneyMoved) -> None:
    """Make a payment whose way is clear, or open the debt."""
    payer, amount = due.payer, due.amount
    assert amount >= 0, f"{due.purpose} of {amount}"
    if amount == 0 or payer == due.payee:
        return
    if payer >= 0 and game.state.ledger.balances[payer] < amount:
        game.rules.debts.open(game, due)
    else:
        game.emit(due)

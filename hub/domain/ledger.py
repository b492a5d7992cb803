"""The ledger: who holds how much money. Money can only move, so the sum over all accounts is always zero."""

from dataclasses import dataclass, field

from hub.domain.facts import Fact, State
from hub.domain.ids import Account

RENT = "rent_"
"""How the purpose of every payment of rent begins."""


@dataclass(slots=True)
class Ledger:
    """`balances[seat]`, then the pot, then the bank: `balances[POT]` and `balances[BANK]` count from the end."""

    balances: list[int] = field(default_factory=lambda: [0, 0])


class MoneyMoved(Fact):
    """`amount` went from `payer` to `payee`; `purpose` says why and names the formula, `inputs` are its figures."""

    payer: Account
    payee: Account
    amount: int
    purpose: str
    inputs: dict[str, int]

    def fold(self, state: State) -> None:
        """The only place where a balance changes."""
        balances = state.ledger.balances
        balances[self.payer] -= self.amount
        balances[self.payee] += self.amount

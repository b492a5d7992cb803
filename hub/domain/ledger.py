"""The ledger: who holds how much money. Money can only move, so the sum over all accounts is always zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ids import Account, Seat

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Ledger:
    """`balances[seat]`, then the pot, then the bank: `balances[POT]` and `balances[BANK]` count from the end."""

    balances: list[int]


class MoneyMoved(Fact, frozen=True):
    """`amount` went from `payer` to `payee`.

    `purpose` says why and names the formula shown for it; `inputs` are its figures.
    """

    payer: Account
    payee: Account
    amount: int
    purpose: str
    inputs: dict[str, int]


def money_moved(state: State, fact: MoneyMoved) -> None:
    """The only place where a balance changes."""
    balances = state.ledger.balances
    balances[fact.payer] -= fact.amount
    balances[fact.payee] += fact.amount


def balance(state: State, seat: Seat) -> int:
    """What a seat can spend."""
    return state.ledger.balances[seat]

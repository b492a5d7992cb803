"""The ledger: who holds how much money, and what seats owe the bank where it lends (euro-18).

Money can only move, so the sum over all accounts is always zero. An open debt between players is a task. Where it is
agreed on, owners have to ask for their rents (mega-27).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from hub.domain.facts import Fact, State
from hub.domain.ids import Account, Seat

RENT = "rent_"
"""How the purpose of every payment of rent begins."""


def percent_up(amount: int, percent: int, unit: int = 1) -> int:
    """`percent` of `amount`, rounded up to a multiple of `unit` (K18: what a player pays is rounded up)."""
    return -(-amount * percent // (100 * unit)) * unit


def half_up(amount: int, numerator: int, denominator: int) -> int:
    """`amount` times a fraction, a half and more rounded up (H3, H15, H18); the amount is not negative."""
    return (2 * amount * numerator + denominator) // (2 * denominator)


def shared_out(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount by weight, each part rounded half up while it lasts; the (first) largest part gets the rest."""
    total, left = sum(weights), amount
    greatest = max(range(len(weights)), key=weights.__getitem__)
    parts = [0] * len(weights)
    for index, weight in enumerate(weights):
        if index != greatest:
            parts[index] = min(left, half_up(amount, weight, total))
            left -= parts[index]
    parts[greatest] = left
    return parts


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


@dataclass(slots=True)
class Credit:
    """`owed[seat]` is what a seat has borrowed from the bank and not paid back yet."""

    owed: list[int] = field(default_factory=list)


class CreditSet(Fact):
    """A seat's credit is now `owed`; the money itself was moved just before."""

    seat: Seat
    owed: int

    def fold(self, state: State) -> None:
        state.credit.owed[self.seat] = self.owed


class DebtSetOff(Fact):
    """A creditor paid `amount` of a price by reducing the debt owed to them; `left` of that debt remains (K20)."""

    debtor: Seat
    creditor: Seat
    amount: int
    left: int


@dataclass(slots=True)
class RentRequests:
    """`open` are the payments that can still be asked for."""

    open: list[MoneyMoved] = field(default_factory=list)


class RentRequestable(Fact, tag="rent_claimable"):
    """Rent `due` is owed if its owner asks for it before it lapses.

    Older games have no `RentsLapsed`: there `until` says which throw ends it (`hub.store.upcasting`).
    """

    due: MoneyMoved
    until: Literal["throw", "player", "lapsed"] = "throw"

    def fold(self, state: State) -> None:
        state.rent_requests.open.append(self.due)


class RentAsked(Fact):
    """The owner asked for it."""

    due: MoneyMoved

    def fold(self, state: State) -> None:
        state.rent_requests.open.remove(self.due)


class RentsLapsed(Fact):
    """Nobody has asked for these in time."""

    dues: tuple[MoneyMoved, ...]

    def fold(self, state: State) -> None:
        for due in self.dues:
            state.rent_requests.open.remove(due)

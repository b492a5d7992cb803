"""Debts at the bank: it lends exactly what is missing, and every income pays it back first (euro-18, -19) [E26, E29].

A seat that owes more than the bank would pay for all it has is out at once; one that owes exactly as much stays in
[E31].
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hub.domain.credit import CreditSet
from hub.domain.deeds import DeedMoved, owned_by
from hub.domain.ids import BANK, NOBODY, Seat, Space, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.supply import StageSet
from hub.rules.debt.estate import hand_over, leaving
from hub.rules.game import Game
from hub.rules.handlers import Handlers
from hub.rules.parts import part
from hub.rules.payments import pay

LENDING = "credit"
"""The purpose of what the bank lends. It does not count as income, or it would be paid back at once."""


@dataclass(frozen=True)
class StaysWithBank:
    """Deeds that go to the bank can be bought by the next visitor; claims to them have lapsed [E32]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        """Nothing: the bank does not sell them at once."""


@part(sheet="bank_lends")
class BankLends:
    """All cash is paid, and the bank lends the rest; nobody has to sell anything first [E30]."""

    def handlers(self) -> Handlers:
        return (leaving(StaysWithBank()),)

    def open(self, game: Game, due: MoneyMoved) -> None:
        """The creditor is paid in full at once, even if the debtor is then out."""
        seat, state = seat_of(due.payer), game.state
        missing = due.amount - state.ledger.balances[seat]
        pay(game, BANK, seat, missing, LENDING, {})
        game.emit(CreditSet(seat, state.credit.owed[seat] + missing))
        game.emit(due)
        fall_if_overindebted(game, seat)

    def limit(self, game: Game, seat: Seat) -> int | None:
        return worth(game, seat)


@part(sheet=None)
def income_repays(game: Game, fact: MoneyMoved) -> None:
    """Reaction to income of a seat with credit: it repays the bank."""
    if fact.payee < 0 or fact.purpose == LENDING:
        return
    owed = game.state.credit.owed[seat := seat_of(fact.payee)]
    if owed and (amount := min(owed, game.state.ledger.balances[seat])):
        pay(game, seat, BANK, amount, "repayment", {"owed": owed})
        game.emit(CreditSet(seat, owed - amount))


@part(sheet=None)
def deed_lost(game: Game, fact: DeedMoved) -> None:
    """Reaction to a deed that changes hands: its former owner may now be worth less than they owe."""
    if fact.source != NOBODY:
        fall_if_overindebted(game, fact.source)


@part(sheet=None)
def building_lost(game: Game, fact: StageSet) -> None:
    """The same reaction to changes of buildings."""
    fall_if_overindebted(game, fact.seat)


def fall_if_overindebted(game: Game, seat: Seat) -> None:
    """Put a seat out that owes more than the bank would pay for all it has; most owe nothing."""
    owed = game.state.credit.owed[seat]
    if owed and owed > worth(game, seat):
        game.emit(CreditSet(seat, 0))
        hand_over(game, seat, BANK, StaysWithBank())


def worth(game: Game, seat: Seat) -> int:
    """What the bank would pay for all deeds and buildings of a seat."""
    own = owned_by(game.state, seat)
    deeds = sum(game.rules.track.deeds[space].mortgage for space in own)
    return deeds + game.rules.building.raisable(game, seat, own)

"""Debts at the bank: it lends exactly what is missing, and every income pays it back first (euro-18, -19) [E26, E29].

Whoever owes more than the bank would give for all they have is out at once; whoever owes just as much stays in [E31].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hub.domain.credit import CreditSet
from hub.domain.deeds import DeedMoved, owned_by
from hub.domain.ids import BANK, NOBODY, Seat, Space, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.supply import StageSet
from hub.rules.debt.estate import hand_over
from hub.rules.game import Game
from hub.rules.handlers import Handlers
from hub.rules.parts import part
from hub.rules.payments import pay

LENDING = "credit"
"""The purpose of what the bank lends: not an income, or it would be paid back at once."""


@dataclass(frozen=True)
class StaysWithBank:
    """What falls to the bank is for whoever lands there next; claims to it have lapsed [E32]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        """Nothing is sold now."""


@part(sheet="bank_lends")
class BankLends:
    """Nobody has to sell anything first: all cash, and the rest is owed [E30]."""

    def handlers(self) -> Handlers:
        return ()

    def open(self, game: Game, due: MoneyMoved) -> None:
        """The creditor gets everything at once, even if the debtor is then out."""
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
    """Reaction to money that comes to somebody in debt."""
    if fact.payee < 0 or fact.purpose == LENDING:
        return
    seat = seat_of(fact.payee)
    owed = game.state.credit.owed[seat]
    amount = min(owed, game.state.ledger.balances[seat])
    if amount:
        pay(game, seat, BANK, amount, "repayment", {"owed": owed})
        game.emit(CreditSet(seat, owed - amount))


@part(sheet=None)
def deed_lost(game: Game, fact: DeedMoved) -> None:
    """Reaction: whoever lost a deed may now be worth less than the debt."""
    if fact.source != NOBODY:
        fall_if_overindebted(game, fact.source)


@part(sheet=None)
def building_lost(game: Game, fact: StageSet) -> None:
    """Reaction: the same for buildings."""
    fall_if_overindebted(game, fact.seat)


def fall_if_overindebted(game: Game, seat: Seat) -> None:
    """Whoever owes more than the bank would give for all they have is out; most owe nothing."""
    owed = game.state.credit.owed[seat]
    if owed and owed > worth(game, seat):
        game.emit(CreditSet(seat, 0))
        hand_over(game, seat, BANK, StaysWithBank())


def worth(game: Game, seat: Seat) -> int:
    """What the bank would give for all deeds and buildings of a seat."""
    deeds = sum(game.rules.track.deeds[space].mortgage for space in owned_by(game.state, seat))
    return deeds + game.rules.building.raisable(game, seat)

"""Protection money: in jail each transaction one carries out costs a share of it more (haustein-04) [H3]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hub.domain.custody import FREE
from hub.domain.ids import BANK, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.money import half_up
from hub.domain.secrecy import PRIVATE_PURPOSES
from hub.rules.game import Game
from hub.rules.payments import pay

Side: TypeAlias = Literal["payer", "payee"]


@dataclass(frozen=True)
class ProtectionMoney:
    """`percent` of what moves on the side of a jailed player, half a unit and more rounded up.

    `sides` says who of the two carries the transaction out: a rent is nobody's, a sale the seller's, a trade both's.
    """

    percent: int
    sides: tuple[Side, ...]

    def due(self, game: Game, seat: Seat, amount: int) -> int:
        """What a seat owes on an amount now; asked with every offer to build, so the free are let go first."""
        if seat < 0 or game.state.custody.missed[seat] == FREE:
            return 0
        return half_up(amount, self.percent, 100)

    def on_payer(self, game: Game, seat: Seat, amount: int) -> int:
        return self.due(game, seat, amount) if "payer" in self.sides else 0

    def on_payee(self, game: Game, seat: Seat, amount: int) -> int:
        return self.due(game, seat, amount) if "payee" in self.sides else 0

    def collect(self, game: Game, payment: MoneyMoved) -> None:
        for side in self.sides:
            seat = payment.payer if side == "payer" else payment.payee
            if self.due(game, seat, payment.amount):
                private = payment.purpose in PRIVATE_PURPOSES
                self.take(game, seat, payment.amount, "trade_protection" if private else "protection")

    def take(self, game: Game, seat: Seat, amount: int, purpose: str = "protection") -> None:
        """Take what is due on `amount` from a seat."""
        inputs = {"base": amount, "percent": self.percent}
        pay(game, seat, BANK, self.due(game, seat, amount), purpose, inputs)

"""Protection money: in jail each transaction of a player's own costs a percentage of it on top (haustein-04) [H3]."""

from typing import Literal, TypeAlias

from hub.domain.custody import FREE
from hub.domain.ids import BANK, Account, Seat, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.money import half_up
from hub.domain.secrecy import PRIVATE_PURPOSES
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay

Side: TypeAlias = Literal["payer", "payee"]


@part(sheet="protection_money")
class ProtectionMoney:
    """`percent` of what moves on the side of a jailed player, half a unit and more rounded up.

    `sides` says whose transaction a payment is: a rent is nobody's, a sale the seller's, a trade that of both.
    """

    percent: int
    sides: tuple[Side, ...]

    def due(self, game: Game, account: Account, amount: int) -> int:
        """What an account owes on an amount now."""
        if account < 0 or game.state.custody.missed[account] == FREE:
            return 0
        return half_up(amount, self.percent, 100)

    def on_payer(self, game: Game, seat: Seat, amount: int) -> int:
        if game.state.custody.missed[seat] == FREE or "payer" not in self.sides:
            return 0
        return self.due(game, seat, amount)

    def on_payee(self, game: Game, seat: Seat, amount: int) -> int:
        if game.state.custody.missed[seat] == FREE or "payee" not in self.sides:
            return 0
        return self.due(game, seat, amount)

    def collect(self, game: Game, payment: MoneyMoved) -> None:
        if max(game.state.custody.missed) == FREE:  # nobody is in jail
            return
        for side in self.sides:
            account = payment.payer if side == "payer" else payment.payee
            if self.due(game, account, payment.amount):
                private = payment.purpose in PRIVATE_PURPOSES
                self.take(game, seat_of(account), payment.amount, "trade_protection" if private else "protection")

    def take(self, game: Game, seat: Seat, amount: int, purpose: str = "protection") -> None:
        inputs = {"base": amount, "percent": self.percent}
        pay(game, seat, BANK, self.due(game, seat, amount), purpose, inputs)

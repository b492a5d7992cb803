"""The only way money moves: routing (bank or pot), the payment itself or a debt, then levies.

No rule touches a balance in any other way. Routing and levies are the edition's `routes` and `levies`, by purpose; a
payment that cannot be covered becomes a task of the debt rule. A transaction with a levy is allowed only if the seat
can pay both: `with_levy` is what it needs, `after_levies` what remains of amounts it receives.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from hub.domain.ids import BANK, Account, Seat, seat_of
from hub.domain.ledger import MoneyMoved, half_up
from hub.domain.pieces import FREE
from hub.domain.secrecy import PRIVATE_PURPOSES
from hub.rules.game import Game, Part, part

INHERITED = "inherited"
"""Marks the inputs of a payment that concerns an estate, and so is not the payer's own transaction (H3)."""

Side: TypeAlias = Literal["payer", "payee"]


def pay(game: Game, payer: Account, payee: Account, amount: int, purpose: str, inputs: dict[str, int]) -> None:
    """Move money, or open a debt where a player's money does not suffice. Nothing happens for an amount of 0."""
    if payee == BANK and (routes := game.rules.routes):
        payee = routes.get(purpose, BANK)
    pay_or_owe(game, MoneyMoved(payer, payee, amount, purpose, inputs))


def pay_in_turn(game: Game, dues: Iterable[MoneyMoved]) -> None:
    """Make several payments in this order; those that become debts are asked for in this order too (K21).

    So nobody is paid before the previous creditor is paid in full, and a bankrupt's estate goes to that one.
    """
    waiting = len(game.tasks)
    for due in dues:
        if not game.state.turns.out[due.payer]:
            pay_or_owe(game, due)
    game.tasks[waiting:] = reversed(game.tasks[waiting:])


def pay_or_owe(game: Game, due: MoneyMoved) -> None:
    """Make a payment to which routing has been applied, or open the debt."""
    payer, amount = due.payer, due.amount
    if amount <= 0 or payer == due.payee:
        assert amount >= 0, f"{due.purpose} of {amount}"
    elif payer >= 0 and game.state.ledger.balances[payer] < amount:
        game.rules.debts.open(game, due)
    elif due.purpose in game.rules.levies:
        carry_out(game, due)
    else:
        game.emit(due)


def carry_out(game: Game, due: MoneyMoved) -> None:
    """Make a payment that the payer can cover, and take its levy; used for paid debts, too (H3)."""
    game.emit(due)
    levy = game.rules.levies.get(due.purpose)
    if levy is not None and not due.inputs.get(INHERITED):
        levy.collect(game, due)


def with_levy(game: Game, seat: Seat, amount: int, purpose: str) -> int:
    """What a seat needs to carry out a payment."""
    levy = game.rules.levies.get(purpose)
    return amount if levy is None else amount + levy.on_payer(game, seat, amount)


def after_levies(game: Game, seat: Seat, amounts: Sequence[int], purpose: str) -> int:
    """What a seat keeps of payments that it receives."""
    levy = game.rules.levies.get(purpose)
    return sum(amounts) - (sum([levy.on_payee(game, seat, amount) for amount in amounts]) if levy else 0)


def most_payable(game: Game, seat: Seat, purpose: str) -> int:
    """The greatest payment for this purpose that a seat can carry out."""
    money = game.state.ledger.balances[seat]
    if with_levy(game, seat, money, purpose) == money:
        return money
    low, high = 0, money
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if with_levy(game, seat, middle, purpose) <= money else (low, middle - 1)
    return low


@part(sheet="protection_money")
class ProtectionMoney(Part):
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
        return self.due(game, seat, amount) if "payer" in self.sides else 0

    def on_payee(self, game: Game, seat: Seat, amount: int) -> int:
        return self.due(game, seat, amount) if "payee" in self.sides else 0

    def collect(self, game: Game, payment: MoneyMoved) -> None:
        missed = game.state.custody.missed
        if missed.count(FREE) == len(missed):  # nobody is in jail
            return
        for side in self.sides:
            account = payment.payer if side == "payer" else payment.payee
            if self.due(game, account, payment.amount):
                private = payment.purpose in PRIVATE_PURPOSES
                self.take(game, seat_of(account), payment.amount, "trade_protection" if private else "protection")

    def take(self, game: Game, seat: Seat, amount: int, purpose: str = "protection") -> None:
        inputs = {"base": amount, "percent": self.percent}
        pay(game, seat, BANK, self.due(game, seat, amount), purpose, inputs)

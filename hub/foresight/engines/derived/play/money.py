"""Money only moves; what a seat cannot pay becomes a debt (classic-28)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import ACCOUNTS, CASH, DEBT, Vector
from hub.foresight.engines.derived.play.stack import push


def move_money(s: Vector, payer: int, payee: int, amount: int) -> None:
    """Move money from one account to another, covered or not."""
    s[payer if payer >= 0 else ACCOUNTS + payer] -= amount
    s[payee if payee >= 0 else ACCOUNTS + payee] += amount


def collect(s: Vector, seat: int, amount: int) -> None:
    """The bank pays a seat."""
    s[ACCOUNTS - 1] -= amount
    s[CASH + seat] += amount


def pay(s: Vector, payer: int, payee: int, amount: int) -> None:
    """Move money, or ask for what is missing."""
    if amount <= 0 or payer == payee:
        return
    if payer >= 0 and s[CASH + payer] < amount:
        push(s, DEBT, payer, payee, amount)
        return
    s[payer if payer >= 0 else ACCOUNTS + payer] -= amount
    s[payee if payee >= 0 else ACCOUNTS + payee] += amount

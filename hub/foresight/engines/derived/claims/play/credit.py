"""Payments, what the bank lends for them, and who is out (euro-18, -19) [E26, E30 to E32]."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import OWED
from hub.foresight.engines.derived.claims.play.deeds import give
from hub.foresight.engines.derived.layout import (
    ALIVE,
    CASH,
    EMPTY,
    FRAME,
    HAND,
    HOUSE_PRICE,
    LOAN,
    OUT,
    SALE_PERCENT,
    STACK,
    STAGE,
    TOP,
    WHO,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.money import move_money
from hub.foresight.engines.derived.play.stack import last_one, lowest_bit, remove_frame, solvent_from


def collect(s: Vector, seat: int, amount: int) -> None:
    """The bank pays a seat, which repays its credit with that first."""
    move_money(s, -1, seat, amount)
    if s[OWED + seat]:
        repay(s, seat)


def charge(s: Vector, t: Vector, payer: int, payee: int, amount: int) -> None:
    """A seat pays another, or (-1) the bank; the bank lends what it lacks, which may put the seat out of the game."""
    missing = amount - s[CASH + payer]
    if missing > 0:
        move_money(s, -1, payer, missing)
        s[OWED + payer] += missing
    move_money(s, payer, payee, amount)
    if payee >= 0 and s[OWED + payee]:
        repay(s, payee)
    if missing > 0:
        fall_if_overindebted(s, t, payer)


def repay(s: Vector, seat: int) -> None:
    """Repay the bank as much as the debtor has."""
    amount = min(s[OWED + seat], s[CASH + seat])
    move_money(s, seat, -1, amount)
    s[OWED + seat] -= amount


def fall_if_overindebted(s: Vector, t: Vector, seat: int) -> None:
    """A seat that owes more than the bank would pay for everything it has is out."""
    if s[OWED + seat] and s[OWED + seat] > worth(s, t, seat):
        fall(s, t, seat)


def worth(s: Vector, t: Vector, seat: int) -> int:
    """What the bank would pay for all deeds and buildings of a seat."""
    total = 0
    hand = s[HAND + seat]
    while hand:
        deed = lowest_bit(hand)
        hand &= hand - 1
        total += t[LOAN + deed] + s[STAGE + deed] * refund_of(t, deed)
    return total


def refund_of(t: Vector, deed: int) -> int:
    """What the bank pays for one building."""
    return t[HOUSE_PRICE + deed] * t[SALE_PERCENT] // 100


def fall(s: Vector, t: Vector, seat: int) -> None:
    """A seat is out; all it had goes to the bank, and no task waits for it."""
    s[OWED + seat] = 0
    move_money(s, seat, -1, s[CASH + seat])
    while s[HAND + seat]:
        deed = lowest_bit(s[HAND + seat])
        s[STAGE + deed] = 0
        give(s, t, deed, -1)
    s[OUT + seat] = 1
    s[ALIVE] -= 1
    if last_one(s):
        s[TOP] = EMPTY
        s[WINNER] = (solvent_from(s, 0) & 15) - 1
        return
    f = STACK
    while f <= s[TOP]:
        if s[f + WHO] == seat:
            remove_frame(s, f)
        else:
            f += FRAME

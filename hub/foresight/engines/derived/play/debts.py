"""Mortgages, debts, and what becomes of an estate (classic-25 to -30)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ALIVE,
    BUILT,
    CASH,
    CHOICE,
    CHOICE_DEED,
    DEBT,
    DECKS,
    DUE,
    EMPTY,
    FRAME,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SIZE,
    HAND,
    HOLDER,
    HOPEFUL,
    INTEREST,
    LENT,
    LOAN,
    OFFERS,
    OUT,
    OWNER,
    PAYEE,
    SPACES,
    STACK,
    STAGE,
    TASK,
    TOP,
    WHO,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.auctions import open_auction
from hub.foresight.engines.derived.play.building import take_down
from hub.foresight.engines.derived.play.deeds import give, give_card, lapse_with_deed, lapse_with_seat
from hub.foresight.engines.derived.play.money import move_money, pay
from hub.foresight.engines.derived.play.shortage import judge_again
from hub.foresight.engines.derived.play.stack import last_one, lowest_bit, pop, push, remove_frame, solvent_from


def mortgage(s: Vector, t: Vector, deed: int) -> None:
    """The bank lends on a deed."""
    s[LENT] |= 1 << deed
    if s[OFFERS]:
        lapse_with_deed(s, deed)
    move_money(s, -1, s[OWNER + deed], t[LOAN + deed])
    judge_again(s, t)


def redeem(s: Vector, t: Vector, deed: int) -> None:
    """Repay the loan with interest; this also answers the question whether to redeem."""
    f = STACK
    while f <= s[TOP]:
        if s[f + TASK] == CHOICE and s[f + CHOICE_DEED] == deed:
            remove_frame(s, f)
        else:
            f += FRAME
    pay(s, s[OWNER + deed], -1, t[LOAN + deed] + t[INTEREST + deed])
    lift(s, t, deed)


def lift(s: Vector, t: Vector, deed: int) -> None:
    """Lift the mortgage of a deed."""
    s[LENT] &= ~(1 << deed)
    if s[OFFERS]:
        lapse_with_deed(s, deed)


def keep(s: Vector, t: Vector) -> None:
    """Keep the mortgage and pay its interest."""
    f = pop(s)
    pay(s, s[f + WHO], -1, t[INTEREST + s[f + CHOICE_DEED]])


def sell(s: Vector, t: Vector, deed: int) -> None:
    """One building goes back to the bank."""
    take_down(s, t, deed, s[STAGE + deed] - 1)
    judge_again(s, t)


def sell_group(s: Vector, t: Vector, seat: int, group: int) -> None:
    """Sell all buildings of a seat in a group at once."""
    for i in range(t[GROUP_SIZE + group]):
        deed = t[GROUP_DEEDS + group * GROUP_MAXIMUM + i]
        if s[OWNER + deed] == seat:
            take_down(s, t, deed, 0)
    judge_again(s, t)


def pay_debt(s: Vector) -> None:
    """The open debt."""
    f = pop(s)
    move_money(s, s[f + WHO], s[f + PAYEE], s[f + DUE])


def fall(s: Vector, t: Vector) -> None:
    """The seat of the open debt is out; everything goes to its creditor, or the bank sells its deeds."""
    f = pop(s)
    seat = s[f + WHO]
    creditor = s[f + PAYEE]
    heir = creditor if creditor >= 0 else -1
    built = s[HAND + seat] & s[BUILT]
    while built:
        take_down(s, t, lowest_bit(built), 0)
        built &= built - 1
    move_money(s, seat, creditor, s[CASH + seat])
    for deck in range(t[DECKS]):
        if s[HOLDER + deck] == seat:
            give_card(s, t, deck, heir)
    lapse_with_seat(s, seat)
    s[OUT + seat] = 1
    s[ALIVE] -= 1
    drop_tasks(s, seat, creditor)
    hand_over_estate(s, t, seat, heir)
    if last_one(s):
        s[TOP] = EMPTY
        s[WINNER] = (solvent_from(s, 0) & 15) - 1


def drop_tasks(s: Vector, seat: int, creditor: int) -> None:
    """Close the tasks that wait for a seat; what others owe it, they now owe the creditor."""
    f = STACK
    while f <= s[TOP]:
        if s[f + WHO] == seat:
            remove_frame(s, f)
        elif s[f + TASK] == DEBT and s[f + PAYEE] == seat:
            if s[f + WHO] == creditor:
                remove_frame(s, f)
            else:
                s[f + PAYEE] = creditor
                s[f + HOPEFUL] = 0
                f += FRAME
        else:
            f += FRAME


def hand_over_estate(s: Vector, t: Vector, seat: int, heir: int) -> None:
    """Deeds go with mortgages to an heir, who decides on each; without them to the bank, which auctions them [K17].

    The first deed comes first.
    """
    hand = s[HAND + seat]
    for i in range(t[SPACES]):
        deed = t[SPACES] - 1 - i
        if hand >> deed & 1:
            give(s, t, deed, heir)
            if heir < 0 and not last_one(s):
                open_auction(s, t, deed)
            elif heir >= 0 and s[LENT] >> deed & 1 and not last_one(s):
                push(s, CHOICE, heir, deed, 0)
    if heir < 0:
        s[LENT] &= ~hand

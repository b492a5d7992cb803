"""Offers and what is exchanged; a debt between the two is set off first (classic-24, -26, -28) [K20]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ANSWERS,
    CASH,
    CHOICE,
    CHOICE_DEED,
    DEBT,
    DECKS,
    DUE,
    FAULT,
    FRAME,
    FROM,
    GIVE_CARDS,
    GIVE_DEEDS,
    GIVE_MONEY,
    HOLDER,
    HOPEFUL,
    ID,
    LAST_OFFER,
    LENT,
    OFFER,
    OFFER_SIZE,
    OFFERS,
    OFFERS_MAXIMUM,
    OWNER,
    PAYEE,
    STACK,
    TAKE_CARDS,
    TAKE_DEEDS,
    TAKE_MONEY,
    TASK,
    TO,
    TOP,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import drop_offer, give, give_card, stands_in_the_way
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.stack import owes, push, remove_frame


def lay_offer(
    s: Vector,
    seat: int,
    to: int,
    give_money: int,
    give_deeds: int,
    give_cards: int,
    take_money: int,
    take_deeds: int,
    take_cards: int,
    answers: int,
) -> None:
    """Make an offer; one that it answers is removed."""
    if answers:
        drop_offer(s, place_of_offer(s, answers))
    s[LAST_OFFER] += 1
    if s[OFFERS] == OFFERS_MAXIMUM:
        s[FAULT] = 1
        return
    f = OFFER + s[OFFERS] * OFFER_SIZE
    s[OFFERS] += 1
    s[f + ID] = s[LAST_OFFER]
    s[f + FROM] = seat
    s[f + TO] = to
    s[f + GIVE_MONEY] = give_money
    s[f + GIVE_DEEDS] = give_deeds
    s[f + GIVE_CARDS] = give_cards
    s[f + TAKE_MONEY] = take_money
    s[f + TAKE_DEEDS] = take_deeds
    s[f + TAKE_CARDS] = take_cards
    s[f + ANSWERS] = answers


def place_of_offer(s: Vector, number: int) -> int:
    """The index of an offer among the open ones; -1 if it is not open."""
    for i in range(s[OFFERS]):
        if s[OFFER + i * OFFER_SIZE + ID] == number:
            return i
    return -1


def owed_between(s: Vector, debtor: int, creditor: int) -> int:
    """All that one seat owes another."""
    total = 0
    for f in range(STACK, s[TOP] + 1, FRAME):
        if s[f + TASK] == DEBT and s[f + WHO] == debtor and s[f + PAYEE] == creditor:
            total += s[f + DUE]
    return total


def set_off(s: Vector, debtor: int, creditor: int, amount: int) -> int:
    """Deduct a price from what is owed, beginning with the next debt; returns what is left to be paid in money."""
    f = s[TOP]
    while f >= STACK and amount > 0:
        if s[f + TASK] == DEBT and s[f + WHO] == debtor and s[f + PAYEE] == creditor:
            part = min(s[f + DUE], amount)
            s[f + DUE] -= part
            s[f + HOPEFUL] = 0
            amount -= part
            if s[f + DUE] == 0:
                remove_frame(s, f)
        f -= FRAME
    return amount


def accept(s: Vector, t: Vector, place: int) -> None:
    """Money moves once, net; cards and deeds change hands, and for each mortgage the new owner decides."""
    f = OFFER + place * OFFER_SIZE
    seat = s[f + FROM]
    to = s[f + TO]
    price = s[f + GIVE_MONEY] - s[f + TAKE_MONEY]
    given = s[f + GIVE_DEEDS]
    given_cards = s[f + GIVE_CARDS]
    taken = s[f + TAKE_DEEDS]
    taken_cards = s[f + TAKE_CARDS]
    drop_offer(s, place)
    if price > 0:
        pay(s, seat, to, set_off(s, to, seat, price))
    else:
        pay(s, to, seat, set_off(s, seat, to, -price))
    hand_over(s, t, to, given, given_cards)
    hand_over(s, t, seat, taken, taken_cards)


def hand_over(s: Vector, t: Vector, receiver: int, deeds: int, cards: int) -> None:
    """One side of an exchange."""
    for deck in range(t[DECKS]):
        if cards >> deck & 1:
            give_card(s, t, deck, receiver)
    while deeds:
        deed = deeds & 63
        give(s, t, deed, receiver)
        if s[LENT] >> deed & 1:
            push(s, CHOICE, receiver, deed, 1)
        deeds >>= 6


def may_accept(s: Vector, t: Vector, place: int) -> bool:
    """Whether the goods are still there and the price can be paid."""
    f = OFFER + place * OFFER_SIZE
    seat = s[f + FROM]
    to = s[f + TO]
    if not may_give(s, t, seat, s[f + GIVE_DEEDS], s[f + GIVE_CARDS]):
        return False
    if not may_give(s, t, to, s[f + TAKE_DEEDS], s[f + TAKE_CARDS]):
        return False
    price = s[f + GIVE_MONEY] - s[f + TAKE_MONEY]
    payer = seat if price > 0 else to
    payee = to if price > 0 else seat
    cash = (price if price > 0 else -price) - owed_between(s, payee, payer)
    return cash <= 0 or (s[CASH + payer] >= cash and not owes(s, payer))


def may_give(s: Vector, t: Vector, giver: int, deeds: int, cards: int) -> bool:
    """Whether a seat has all this, in no built group, and no question about it is open."""
    for deck in range(t[DECKS]):
        if cards >> deck & 1 and s[HOLDER + deck] != giver:
            return False
    while deeds:
        deed = deeds & 63
        if s[OWNER + deed] != giver or stands_in_the_way(s, t, giver, deed):
            return False
        for f in range(STACK, s[TOP] + 1, FRAME):
            if s[f + TASK] == CHOICE and s[f + CHOICE_DEED] == deed:
                return False
        deeds >>= 6
    return True

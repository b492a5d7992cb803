"""Mortgages, and what becomes of an estate (mega-14, -15, -26, -29) [D9]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ALIVE,
    BUILT,
    CASH,
    CHOICE,
    DECKS,
    EMPTY,
    HAND,
    HOLDER,
    LENT,
    LOAN,
    OFFERS,
    OUT,
    OWNER,
    PAYEE,
    SPACES,
    TOP,
    WHO,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.auctions import open_auction
from hub.foresight.engines.derived.play.debts import drop_tasks
from hub.foresight.engines.derived.play.deeds import give_card, lapse_with_deed, lapse_with_seat
from hub.foresight.engines.derived.play.money import move_money
from hub.foresight.engines.derived.play.shortage import judge_again
from hub.foresight.engines.derived.play.stack import last_one, lowest_bit, pop, push, solvent_from
from hub.foresight.engines.derived.skyline.play.building import take_down
from hub.foresight.engines.derived.skyline.play.catching_up import lift
from hub.foresight.engines.derived.skyline.play.deeds import give
from hub.foresight.engines.derived.skyline.play.duties import look_ahead_again, must_catch_up
from hub.foresight.engines.derived.skyline.play.tickets import lose_tickets


def mortgage(s: Vector, t: Vector, deed: int) -> None:
    """The bank lends on a deed."""
    s[LENT] |= 1 << deed
    if s[OFFERS]:
        lapse_with_deed(s, deed)
    look_ahead_again(s)
    move_money(s, -1, s[OWNER + deed], t[LOAN + deed])
    judge_again(s, t)


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
    hand = s[HAND + seat]
    lent = s[LENT] & hand
    hand_over_deeds(s, t, hand, heir)
    lapse_with_seat(s, seat)
    s[OUT + seat] = 1
    s[ALIVE] -= 1
    lose_tickets(s, seat)
    drop_tasks(s, seat, creditor)
    if last_one(s):
        s[TOP] = EMPTY
        s[WINNER] = (solvent_from(s, 0) & 15) - 1
    else:
        ask_about_estate(s, t, hand, lent, heir)


def hand_over_deeds(s: Vector, t: Vector, hand: int, heir: int) -> None:
    """Deeds go to an heir with their mortgages, or to the bank without them [K17]."""
    while hand:
        deed = lowest_bit(hand)
        hand &= hand - 1
        give(s, t, deed, heir)
        if heir < 0 and s[LENT] >> deed & 1:
            lift(s, t, deed)


def ask_about_estate(s: Vector, t: Vector, hand: int, lent: int, heir: int) -> None:
    """The bank auctions each deed; an heir decides on each mortgage. The first deed comes first."""
    for i in range(t[SPACES]):
        deed = t[SPACES] - 1 - i
        if heir < 0 and hand >> deed & 1:
            open_auction(s, t, deed)
        elif heir >= 0 and lent >> deed & 1 and not must_catch_up(s, deed):
            push(s, CHOICE, heir, deed, 0)

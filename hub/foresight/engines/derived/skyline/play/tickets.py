"""Tickets, and second moves by the speed die (mega-04, -05, -16 to -18) [D11, D12, D17 to D19]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ADVANCE,
    LENT,
    MISSED,
    OWNER,
    PRICE,
    SPACE,
    SPACES,
    STREAK,
    TASK,
    THROW,
    UNSOLD,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.moving import go_forward
from hub.foresight.engines.derived.play.stack import pop, push
from hub.foresight.engines.derived.skyline.layout import (
    BUS,
    BUS_FACE,
    BY_BUS,
    BY_MOGUL,
    BY_TICKET,
    EXPIRING,
    FRESH,
    GIFT_AMOUNT,
    HELD,
    HELD_COUNT,
    NEXT_CARDS,
    REQUESTS,
    SECOND_FACE,
    SIDE,
    TICKET,
    TICKETS,
    TICKETS_LEFT,
)
from hub.foresight.engines.derived.skyline.play.requests import lapse_of_others


def take_ticket(s: Vector, t: Vector, seat: int) -> None:
    """Take the top ticket, which may be used at once; does nothing if none is left."""
    if not s[TICKETS_LEFT]:
        return
    ticket = s[TICKETS]
    s[TICKETS_LEFT] -= 1
    for i in range(TICKETS, TICKETS + s[TICKETS_LEFT]):
        s[i] = s[i + 1]
    if t[EXPIRING] >> ticket & 1:
        s[HELD_COUNT] = 0
    s[HELD + s[HELD_COUNT]] = 16 * ticket + seat
    s[HELD_COUNT] += 1
    push(s, TICKET, seat, s[SPACE + seat])


def last_ticket(s: Vector, seat: int) -> int:
    """The index of the last ticket that a seat has taken; -1 if it has none."""
    found = -1
    for i in range(s[HELD_COUNT]):
        found = i if s[HELD + i] & 15 == seat else found
    return found


def drop_ticket(s: Vector, place: int) -> None:
    """Remove a ticket from the game."""
    s[HELD_COUNT] -= 1
    for i in range(HELD + place, HELD + s[HELD_COUNT]):
        s[i] = s[i + 1]


def lose_tickets(s: Vector, seat: int) -> None:
    """Remove all tickets of a seat that is out."""
    place = last_ticket(s, seat)
    while place >= 0:
        drop_ticket(s, place)
        place = last_ticket(s, seat)


def use_ticket(s: Vector, t: Vector, target: int) -> None:
    """Go to another space of the same side, also instead of a throw; moving ahead brings the salary on the way."""
    f = pop(s)
    seat = s[f + WHO]
    drop_ticket(s, last_ticket(s, seat))
    if s[f + TASK] == THROW:
        s[STREAK] = 0
        s[FRESH] = 0
        if s[REQUESTS]:
            lapse_of_others(s, seat)
    if (target - s[SPACE + seat]) % t[SPACES] <= t[SIDE]:
        go_forward(s, t, seat, target, BY_TICKET)
    else:
        push(s, ADVANCE, seat, target, 0, 1, 0, BY_TICKET)


def take_instead(s: Vector, t: Vector) -> None:
    """Choose a ticket instead of money, or instead of a card space."""
    f = pop(s)
    take_ticket(s, t, s[f + WHO])


def take_money(s: Vector) -> None:
    """Choose what a gift space gives."""
    f = pop(s)
    pay(s, -1, s[f + WHO], s[f + GIFT_AMOUNT])


def go_to_cards(s: Vector, t: Vector) -> None:
    """Take the bus to the next card space."""
    f = pop(s)
    ride_to_cards(s, t, s[f + WHO])


def ride_to_cards(s: Vector, t: Vector, seat: int) -> None:
    """The next card space ahead of a seat."""
    go_forward(s, t, seat, t[NEXT_CARDS + s[SPACE + seat]], BY_BUS)


def move_again(s: Vector, t: Vector) -> None:
    """Do what a symbol means when the first move is over; nothing if that ended in jail."""
    f = pop(s)
    seat = s[f + WHO]
    if s[MISSED + seat] >= 0:
        return
    if s[f + SECOND_FACE] == BUS_FACE:
        if s[TICKETS_LEFT]:
            push(s, BUS, seat)
        else:
            ride_to_cards(s, t, seat)
        return
    target = worth_a_visit(s, t, seat)
    if target != s[SPACE + seat]:
        go_forward(s, t, seat, target, BY_MOGUL)


def worth_a_visit(s: Vector, t: Vector, seat: int) -> int:
    """The next unsold deed; when all are sold, the next for which rent is due; the seat's own space if there is none.

    A seat on the only unsold one also stays: it does not go all the way round for that.
    """
    space = s[SPACE + seat]
    unsold = s[UNSOLD] > 0
    for _ in range(t[SPACES]):
        space = space + 1 if space + 1 < t[SPACES] else 0
        if t[PRICE + space]:
            owner = s[OWNER + space]
            if owner < 0 if unsold else owner != seat and not s[LENT] >> space & 1:
                return space
    return s[SPACE + seat]

"""Rents that wait for their owner to ask for them, where that is agreed on (mega-27) [D27]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import FAULT, OUT, OWNER, Vector
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.skyline.layout import (
    ON_REQUEST,
    OWED_TO,
    PAYER,
    RENT_DUE,
    REQUEST,
    REQUEST_SIZE,
    REQUESTS,
    REQUESTS_MAXIMUM,
    VISITED_DEED,
)


def charge(s: Vector, t: Vector, seat: int, deed: int, amount: int) -> None:
    """A rent is due, at once or on request."""
    if not t[ON_REQUEST]:
        pay(s, seat, s[OWNER + deed], amount)
        return
    if s[REQUESTS] == REQUESTS_MAXIMUM:
        s[FAULT] = 1
        return
    f = REQUEST + s[REQUESTS] * REQUEST_SIZE
    s[REQUESTS] += 1
    s[f + PAYER] = seat
    s[f + OWED_TO] = s[OWNER + deed]
    s[f + RENT_DUE] = amount
    s[f + VISITED_DEED] = deed


def request_of(s: Vector, seat: int, deed: int) -> int:
    """The index of the rent that a seat can ask for on a deed; -1 if there is none. Seats that are out owe nothing."""
    for i in range(s[REQUESTS]):
        f = REQUEST + i * REQUEST_SIZE
        if s[f + OWED_TO] == seat and s[f + VISITED_DEED] == deed and not s[OUT + s[f + PAYER]]:
            return i
    return -1


def ask_rent(s: Vector, place: int) -> None:
    """The owner asks for a rent."""
    f = REQUEST + place * REQUEST_SIZE
    seat = s[f + PAYER]
    owner = s[f + OWED_TO]
    amount = s[f + RENT_DUE]
    drop_request(s, place)
    pay(s, seat, owner, amount)


def drop_request(s: Vector, place: int) -> None:
    """Remove a rent that can no longer be asked for; those after it move up."""
    s[REQUESTS] -= 1
    for i in range(REQUEST + place * REQUEST_SIZE, REQUEST + s[REQUESTS] * REQUEST_SIZE):
        s[i] = s[i + REQUEST_SIZE]


def lapse_of_others(s: Vector, seat: int) -> None:
    """Somebody throws, or uses a ticket instead: what others owe for their visits lapses."""
    i = 0
    while i < s[REQUESTS]:
        if s[REQUEST + i * REQUEST_SIZE + PAYER] != seat:
            drop_request(s, i)
        else:
            i += 1


def lapse_of(s: Vector, seat: int) -> None:
    """A seat's next turn begins: what it owed for its visits lapses."""
    i = 0
    while i < s[REQUESTS]:
        if s[REQUEST + i * REQUEST_SIZE + PAYER] == seat:
            drop_request(s, i)
        else:
            i += 1

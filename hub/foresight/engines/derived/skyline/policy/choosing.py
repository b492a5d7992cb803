"""Who acts next, and how: by the table's order of questions and a sensible player's preferences."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CASH,
    HASTE,
    MISSED,
    OFFER,
    OFFER_SIZE,
    OFFERS,
    OUT,
    RENT_THROW,
    RESERVE,
    TASK,
    THROW,
    TO,
    TOP,
    TRADES,
    UNSOLD,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.auctions import asked_bidder, may_speak
from hub.foresight.engines.derived.play.luck import draw_number
from hub.foresight.engines.derived.policy.answers import answer
from hub.foresight.engines.derived.policy.choosing import UNSOLD_TO_STAY, left_jail, look, reply, withdrew
from hub.foresight.engines.derived.policy.deals import propose
from hub.foresight.engines.derived.policy.works import improve
from hub.foresight.engines.derived.skyline.layout import (
    HELD_COUNT,
    OWED_TO,
    REQUEST,
    REQUEST_SIZE,
    REQUESTS,
    SECOND,
    VISITED_DEED,
)
from hub.foresight.engines.derived.skyline.play.flow import carry_on, is_pause
from hub.foresight.engines.derived.skyline.play.moving import throw
from hub.foresight.engines.derived.skyline.play.requests import ask_rent, request_of
from hub.foresight.engines.derived.skyline.policy.travel import answer_on_the_way, rode


def step(s: Vector, t: Vector) -> None:
    """One command of the seat that acts next, and what follows from it."""
    if s[OFFERS] and is_pause(s):
        answer(s, t, 0)
    elif not s[REQUESTS] or not is_pause(s) or not asked_for_rent(s):
        if s[s[TOP] + TASK] > SECOND:
            answer_on_the_way(s, t)
        else:
            reply(s, t)
    carry_on(s, t)


def asked_for_rent(s: Vector) -> bool:
    """The first owner who can asks for a rent; returns whether there was one. Seats that are asked need not wait."""
    for i in range(s[REQUESTS]):
        seat = s[REQUEST + i * REQUEST_SIZE + OWED_TO]
        place = first_request(s, seat)
        if place >= 0:
            ask_rent(s, place)
            return True
        if seat == s[s[TOP] + WHO]:
            return False
    return False


def first_request(s: Vector, seat: int) -> int:
    """The rent that a seat asks for first; -1 if there is none."""
    if seat < 0 or s[OUT + seat]:
        return -1
    for i in range(s[REQUESTS]):
        f = REQUEST + i * REQUEST_SIZE
        if s[f + OWED_TO] == seat:
            place = request_of(s, seat, s[f + VISITED_DEED])
            if place >= 0:
                return place
    return -1


def next_bidder(s: Vector) -> int:
    """Who bids next: first a seat that has an offer to answer, then one that could ask for a rent."""
    for i in range(s[OFFERS]):
        if may_speak(s, s[OFFER + i * OFFER_SIZE + TO]):
            return s[OFFER + i * OFFER_SIZE + TO]
    for i in range(s[REQUESTS]):
        if may_speak(s, s[REQUEST + i * REQUEST_SIZE + OWED_TO]):
            return s[REQUEST + i * REQUEST_SIZE + OWED_TO]
    return asked_bidder(s)


def take_turn(s: Vector, t: Vector, seat: int) -> None:
    """Leave jail or not, then whatever improves the position, then a ticket or a throw."""
    look(s, seat)
    if s[HASTE]:
        s[HASTE] = 0
        throw_dice(s, t)
        return
    if s[MISSED + seat] >= 0 and s[UNSOLD] > UNSOLD_TO_STAY and left_jail(s, t, seat):
        return
    if s[OFFERS] and withdrew(s, seat):
        return
    if s[CASH + seat] > t[RESERVE] and improve(s, t, seat):
        return
    if s[HELD_COUNT] and s[MISSED + seat] < 0 and rode(s, t, seat):
        return
    if t[TRADES] and propose(s, t, seat):
        return
    throw_dice(s, t)


def throw_dice(s: Vector, t: Vector) -> None:
    """Throw dice of the generator: three for a move or a rent, only the white ones in jail and for the first turn."""
    f = s[TOP]
    if s[f + TASK] == RENT_THROW or (s[f + TASK] == THROW and s[MISSED + s[f + WHO]] < 0):
        faces = draw_number(s, 216)
        throw(s, t, faces // 36 + 1, faces // 6 % 6 + 1, faces % 6 + 1)
    else:
        pair = draw_number(s, 36)
        throw(s, t, pair // 6 + 1, pair % 6 + 1)

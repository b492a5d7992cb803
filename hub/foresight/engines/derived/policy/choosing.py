"""Who acts next, and how: by the table's order of questions and a sensible player's preferences."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ADVANCE,
    ASKED,
    AUCTION,
    BAIL,
    BUY,
    BUY_DEED,
    CASH,
    CHANGES,
    CHOICE,
    DEALING,
    DEBT,
    DECKS,
    DRAW,
    EMPTY,
    FROM,
    HANDS,
    HASTE,
    HOLDER,
    MADE_IN,
    MISSED,
    NUMBER,
    OFFER,
    OFFER_SIZE,
    OFFERS,
    PLACING,
    RESERVE,
    SEEN,
    SHORTAGE,
    TASK,
    THROW,
    TO,
    TOP,
    TRADES,
    UNSOLD,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.advancing import advance
from hub.foresight.engines.derived.play.auctions import asked_bidder, may_speak
from hub.foresight.engines.derived.play.cards import draw
from hub.foresight.engines.derived.play.deeds import drop_offer
from hub.foresight.engines.derived.play.flow import carry_on, is_pause
from hub.foresight.engines.derived.play.luck import draw_number
from hub.foresight.engines.derived.play.moving import pay_bail, throw, use_card
from hub.foresight.engines.derived.policy.answers import answer
from hub.foresight.engines.derived.policy.deals import propose
from hub.foresight.engines.derived.policy.market import bid_or_pass, buy_or_decline
from hub.foresight.engines.derived.policy.purse import answer_debt, redeem_or_keep
from hub.foresight.engines.derived.policy.works import improve, place_or_finish, say_wish

UNSOLD_TO_STAY = 6


def step(s: Vector, t: Vector) -> None:
    """One command of the seat that acts next, and what follows from it."""
    if s[OFFERS] and is_pause(s):
        answer(s, t, 0)
    else:
        reply(s, t)
    if s[TOP] == EMPTY or s[s[TOP] + TASK] == DEALING:
        carry_on(s, t)


def reply(s: Vector, t: Vector) -> None:
    """The answer of the first seat that the open task asks."""
    f = s[TOP]
    kind = s[f + TASK]
    if kind == ADVANCE:
        advance(s, t)
    elif kind == THROW:
        take_turn(s, t, s[f + WHO])
    elif kind == AUCTION:
        bid_or_pass(s, t, next_bidder(s))
    elif kind == BUY:
        buy_or_decline(s, t, s[f + WHO], s[f + BUY_DEED])
    elif kind == DEBT:
        answer_debt(s, t)
    elif kind == DRAW:
        draw(s, t)
    elif kind == CHOICE:
        redeem_or_keep(s, t)
    elif kind == SHORTAGE:
        say_wish(s, t, (s[f + ASKED] & 15) - 1)
    elif kind == PLACING:
        place_or_finish(s, t, s[f + WHO])
    else:
        throw_dice(s, t)


def next_bidder(s: Vector) -> int:
    """Who bids next: a seat that has an offer to answer comes before the others."""
    for i in range(s[OFFERS]):
        if may_speak(s, s[OFFER + i * OFFER_SIZE + TO]):
            return s[OFFER + i * OFFER_SIZE + TO]
    return asked_bidder(s)


def take_turn(s: Vector, t: Vector, seat: int) -> None:
    """Leave jail or not, then whatever improves the position, then throw."""
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
    if t[TRADES] and propose(s, t, seat):
        return
    throw_dice(s, t)


def look(s: Vector, seat: int) -> None:
    """Remember who has what now."""
    if s[SEEN + seat] != s[HANDS]:
        s[SEEN + seat] = s[HANDS]
        s[CHANGES + seat] += 1


def left_jail(s: Vector, t: Vector, seat: int) -> bool:
    """Leave jail by card or bail, if the reserve stays intact."""
    if s[CASH + seat] >= t[RESERVE]:
        for deck in range(t[DECKS]):
            if s[HOLDER + deck] == seat:
                use_card(s, t, seat)
                return True
    if s[CASH + seat] >= t[BAIL] and s[CASH + seat] - t[BAIL] >= t[RESERVE]:
        pay_bail(s, t, seat)
        return True
    return False


def withdrew(s: Vector, seat: int) -> bool:
    """Withdraw the seat's oldest offer that nobody has answered since an earlier turn."""
    if s[MADE_IN + seat] == s[NUMBER]:
        return False
    for i in range(s[OFFERS]):
        if s[OFFER + i * OFFER_SIZE + FROM] == seat:
            drop_offer(s, i)
            return True
    return False


def throw_dice(s: Vector, t: Vector) -> None:
    """Throw two dice of the generator."""
    pair = draw_number(s, 36)
    throw(s, t, pair // 6 + 1, pair % 6 + 1)

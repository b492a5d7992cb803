"""Answers to offers, as `hub.bots.sensible.trading` gives them."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CASH,
    DECKS,
    FROM,
    GIVE_CARDS,
    GIVE_DEEDS,
    GIVE_MONEY,
    GROUP,
    GROUP_SET,
    HAND,
    LENT,
    OFFER,
    OFFER_SIZE,
    PRICE,
    RESERVE,
    TAKE_CARDS,
    TAKE_DEEDS,
    TAKE_MONEY,
    TO,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import drop_offer, loans_on
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.play.trade import accept, may_accept
from hub.foresight.engines.derived.policy.deals import CARD_PERCENT, is_fair, worth_of


def answer(s: Vector, t: Vector, place: int) -> None:
    """Accept what is fair and possible, decline the rest."""
    if is_welcome(s, t, place) and may_accept(s, t, place):
        accept(s, t, place)
    else:
        drop_offer(s, place)


def is_welcome(s: Vector, t: Vector, place: int) -> bool:
    """Whether the seat it was made to gains enough by an offer."""
    f = OFFER + place * OFFER_SIZE
    seat = s[f + TO]
    other = s[f + FROM]
    extra = s[f + GIVE_MONEY] - s[f + TAKE_MONEY]
    card = t[RESERVE] * CARD_PERCENT // 100
    for deck in range(t[DECKS]):
        extra += card * ((s[f + GIVE_CARDS] >> deck & 1) - (s[f + TAKE_CARDS] >> deck & 1))
    given = set_of(s[f + GIVE_DEEDS])
    taken = set_of(s[f + TAKE_DEEDS])
    gain = gain_by_exchange(s, t, seat, taken, given)
    gain_other = gain_by_exchange(s, t, other, given, taken)
    return s[CASH + seat] + extra >= 0 and is_fair(gain + extra, gain_other - extra)


def set_of(deeds: int) -> int:
    """A list of deeds as a set."""
    found = 0
    while deeds:
        found |= 1 << (deeds & 63)
        deeds >>= 6
    return found


def gain_by_exchange(s: Vector, t: Vector, seat: int, loses: int, gets: int) -> int:
    """What a seat has more than now after an exchange of these deeds; loans go with mortgaged ones."""
    now = s[HAND + seat]
    then = now & ~loses | gets
    gain = loans_on(t, loses & s[LENT]) - loans_on(t, gets & s[LENT])
    moved = loses | gets
    while moved:
        group = t[GROUP + lowest_bit(moved)]
        deeds = t[GROUP_SET + group]
        moved &= ~deeds
        gain += worth_of_set(t, group, then & deeds) - worth_of_set(t, group, now & deeds)
    return gain


def worth_of_set(t: Vector, group: int, deeds: int) -> int:
    """What these deeds of one group are worth to one owner."""
    count = 0
    prices = 0
    while deeds:
        prices += t[PRICE + lowest_bit(deeds)]
        count += 1
        deeds &= deeds - 1
    return worth_of(t, group, count, prices)

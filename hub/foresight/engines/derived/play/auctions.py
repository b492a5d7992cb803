"""The ascending auction of a deed or of a scarce building (classic-05, -22, -30)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    AUCTION,
    AUCTION_MINIMUM,
    AUCTION_STEP,
    BIDDERS,
    DEALING,
    HIGH,
    LEADER,
    LEAST,
    LOT,
    PLACING,
    TOP,
    TURN,
    WANTED,
    WANTERS,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import give
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.stack import pop, push, solvent_from, without


def open_auction(s: Vector, t: Vector, deed: int) -> None:
    """Everybody in the game may bid, clockwise from the seat whose turn it is."""
    push(s, AUCTION, -1, deed, solvent_from(s, s[TURN]), in_steps(t, t[AUCTION_MINIMUM]), 0, -1)


def in_steps(t: Vector, minimum: int) -> int:
    """The lowest bid that is not below a minimum."""
    step = t[AUCTION_STEP]
    return (minimum + step - 1) // step * step


def bid(s: Vector, t: Vector, seat: int, amount: int) -> None:
    """Record a bid that is allowed."""
    f = s[TOP]
    s[f + LEAST] = amount + t[AUCTION_STEP]
    s[f + HIGH] = amount
    s[f + LEADER] = seat
    close_if_over(s, t)


def pass_bid(s: Vector, t: Vector, seat: int) -> None:
    """A seat drops out of the auction."""
    f = s[TOP]
    s[f + BIDDERS] = without(s[f + BIDDERS], seat)
    close_if_over(s, t)


def close_if_over(s: Vector, t: Vector) -> None:
    """The lot goes to the leader when nobody else is left."""
    f = s[TOP]
    leader = s[f + LEADER]
    bidders = s[f + BIDDERS]
    if bidders and (leader < 0 or bidders != leader + 1):
        return
    lot = s[f + LOT]
    amount = s[f + HIGH]
    pop(s)
    if lot < 0:
        award_building(s, -1 - lot, leader, amount)
    elif leader >= 0:
        pay(s, leader, -1, amount)
        give(s, t, lot, leader)


def award_building(s: Vector, building: int, winner: int, amount: int) -> None:
    """The winner pays and places the building at once; without a bid the shortage is over."""
    if winner < 0:
        pop(s)
        return
    pay(s, winner, -1, amount)
    f = pop(s)
    wanters = s[f + WANTERS]
    wanted = s[f + WANTED]
    place = 0
    while (wanters >> 4 * place & 15) - 1 != winner:
        place += 1
    push(s, DEALING, -1, building, 0, 0, wanters, wanted - (1 << 7 * place))
    push(s, PLACING, winner, building, 1, 1, amount)


def asked_bidder(s: Vector) -> int:
    """The first seat that is still in the auction and does not lead."""
    f = s[TOP]
    bidders = s[f + BIDDERS]
    if (bidders & 15) - 1 == s[f + LEADER]:
        bidders >>= 4
    return (bidders & 15) - 1


def may_speak(s: Vector, seat: int) -> bool:
    """Whether a seat is still in the auction and does not lead."""
    f = s[TOP]
    return seat != s[f + LEADER] and without(s[f + BIDDERS], seat) != s[f + BIDDERS]

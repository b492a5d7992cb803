"""Buying and bidding, as `hub.bots.sensible.market` does."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    AUCTION_STEP,
    CASH,
    CHEAPEST_HOUSE,
    COUNT,
    GROUP,
    GROUP_SIZE,
    HIGH,
    LEAST,
    LOT,
    POCKET,
    PRICE,
    RESERVE,
    SEATS,
    SEATS_MAXIMUM,
    TOP,
    Vector,
)
from hub.foresight.engines.derived.play.arriving import buy, decline
from hub.foresight.engines.derived.play.auctions import bid, pass_bid
from hub.foresight.engines.derived.play.stack import owes


def bid_limit(s: Vector, t: Vector, seat: int, deed: int) -> int:
    """What a deed of the bank is worth to a seat: more if it completes a group, its own or someone else's."""
    group = t[GROUP + deed]
    others = t[GROUP_SIZE + group] - 1
    worth = t[PRICE + deed]
    at = COUNT + group * SEATS_MAXIMUM
    mine = s[at + seat]
    if mine == others:
        return worth * 2
    for other in range(s[SEATS]):
        if other != seat and s[at + other] == others:
            return worth * 3 // 2
    return worth + worth * mine // 4


def buy_or_decline(s: Vector, t: Vector, seat: int, deed: int) -> None:
    """Buy if some money is left; spend even the last money on the missing deed of a group."""
    money = s[CASH + seat]
    price = t[PRICE + deed]
    if money >= price + t[POCKET] or (money >= price and bid_limit(s, t, seat, deed) >= 2 * price):
        buy(s, t)
    else:
        decline(s, t)


def bid_or_pass(s: Vector, t: Vector, seat: int) -> None:
    """Bid up to the worth in steps of about a tenth, beginning at half of it."""
    f = s[TOP]
    limit = in_whole_steps(t, limit_of(s, t, seat, s[f + LOT]))
    if s[f + LEAST] > limit:
        pass_bid(s, t, seat)
        return
    amount = s[f + LEAST]
    amount = max(amount, limit // 2)
    amount = max(amount, s[f + HIGH] + limit // 10)
    amount = min(amount, limit)
    amount = in_whole_steps(t, amount)
    if owes(s, seat):
        pass_bid(s, t, seat)
    else:
        bid(s, t, seat, amount)


def in_whole_steps(t: Vector, amount: int) -> int:
    """The highest bid that is allowed up to an amount."""
    step = t[AUCTION_STEP]
    return amount if step == 1 else amount // step * step


def limit_of(s: Vector, t: Vector, seat: int, lot: int) -> int:
    """The most that a seat would bid for a lot."""
    if lot >= 0:
        worth = bid_limit(s, t, seat, lot)
        most = s[CASH + seat] - t[POCKET]
    else:
        f = s[TOP]
        worth = t[CHEAPEST_HOUSE]
        if s[f + HIGH] == 0 and s[f + LEAST] > worth:
            worth = s[f + LEAST]
        worth = worth * 150 // 100
        most = s[CASH + seat] - t[RESERVE]
    return min(most, worth)

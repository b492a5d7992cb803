"""Turns, rounds, and who is next (euro-02, -14, -22, -25) [E6, E19, E21, E37]."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import (
    BOUGHT,
    GRANTED,
    LAST_SPACES,
    OWED,
    RELEASED,
    SKIPS,
    VISITED,
    WAITS,
)
from hub.foresight.engines.derived.layout import (
    CASH,
    DIE1,
    DIE2,
    EMPTY,
    FAULT,
    FIRST,
    HAND,
    HOUSE_PRICE,
    MISSED,
    NUMBER,
    OUT,
    PRICE,
    ROUND,
    ROUNDS,
    SEATS,
    SPACE,
    STAGE,
    STEP,
    STREAK,
    THROW,
    TOP,
    TURN,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit, push


def carry_on(s: Vector, t: Vector) -> None:
    """The turn plan when nothing is asked: another throw, or the next turn, which may begin in jail."""
    if s[TOP] != EMPTY or s[WINNER] >= 0 or s[FAULT]:
        return
    if s[STEP] and not throws_again(s, t, s[TURN]):
        if t[ROUNDS] and is_round_over(s):
            if s[ROUND] >= t[ROUNDS]:
                s[WINNER] = richest(s, t)
                return
            s[ROUND] += 1
        begin_turn(s, next_seat(s))
    seat = s[TURN]
    if s[MISSED + seat] >= t[WAITS]:
        s[MISSED + seat] = -1
        s[RELEASED] = seat
    push(s, THROW, seat)
    s[STEP] = 1


def throws_again(s: Vector, t: Vector, seat: int) -> bool:
    """Whether another throw follows: after a double, unless the turn is over there; a card may bring one there, too."""
    if s[OUT + seat] or s[MISSED + seat] >= 0:
        return False
    return s[GRANTED] > 0 or (s[STREAK] > 0 and not t[LAST_SPACES] >> s[SPACE + seat] & 1)


def next_seat(s: Vector) -> int:
    """The next seat clockwise that is in the game and has no turn to miss; those passed over have missed one."""
    seat = s[TURN] + 1 if s[TURN] + 1 < s[SEATS] else 0
    while s[OUT + seat] or s[SKIPS + seat] > 0:
        if not s[OUT + seat]:
            s[SKIPS + seat] -= 1
        seat = seat + 1 if seat + 1 < s[SEATS] else 0
    return seat


def begin_turn(s: Vector, seat: int) -> None:
    """Nobody has thrown in it yet, left jail, or done anything from afar."""
    s[TURN] = seat
    s[NUMBER] += 1
    s[STREAK] = 0
    s[DIE1] = 0
    s[DIE2] = 0
    s[GRANTED] = 0
    s[RELEASED] = -1
    s[BOUGHT] = 0
    s[VISITED] = 0


def is_round_over(s: Vector) -> bool:
    """Whether the next seat to play is, clockwise, no farther from the first seat than this one."""
    seat = s[TURN]
    following = seat
    for i in range(1, s[SEATS]):
        other = (seat + i) % s[SEATS]
        if following == seat and not s[OUT + other] and s[SKIPS + other] <= 0:
            following = other
    return (following - s[FIRST]) % s[SEATS] <= (seat - s[FIRST]) % s[SEATS]


def richest(s: Vector, t: Vector) -> int:
    """The seat with the most assets; among equals the one with more money, then the one that began later."""
    best = -1
    for i in range(s[SEATS]):
        seat = (s[FIRST] + i) % s[SEATS]
        if not s[OUT + seat] and (best < 0 or is_as_rich(s, t, seat, best)):
            best = seat
    return best


def is_as_rich(s: Vector, t: Vector, seat: int, other: int) -> bool:
    """Whether a seat has more assets than another, or equal assets and no less money."""
    more = wealth(s, t, seat) - wealth(s, t, other)
    return more > 0 or (more == 0 and s[CASH + seat] >= s[CASH + other])


def wealth(s: Vector, t: Vector, seat: int) -> int:
    """A seat's assets: money, deeds and buildings at the printed price, less what it owes."""
    total = s[CASH + seat] - s[OWED + seat]
    hand = s[HAND + seat]
    while hand:
        deed = lowest_bit(hand)
        hand &= hand - 1
        total += t[PRICE + deed] + s[STAGE + deed] * t[HOUSE_PRICE + deed]
    return total

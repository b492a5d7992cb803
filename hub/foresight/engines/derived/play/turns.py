"""Turns, rounds and the end of the game (classic-01, -03, -32)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CASH,
    DIE1,
    DIE2,
    FIRST,
    HAND,
    LENT,
    LOAN,
    MISSED,
    NUMBER,
    OUT,
    PAID,
    PRICE,
    ROUND,
    ROUNDS,
    SEATS,
    STAGE,
    STEP,
    STREAK,
    THROW,
    TOP_STAGE,
    TURN,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit, push


def begin_turn(s: Vector, seat: int, number: int) -> None:
    """Begin a turn, in which nobody has thrown yet."""
    if s[FIRST] < 0:
        s[FIRST] = seat
    s[TURN] = seat
    s[NUMBER] = number
    s[STREAK] = 0
    s[DIE1] = 0
    s[DIE2] = 0


def following_seat(s: Vector) -> int:
    """The next seat clockwise that is in the game."""
    seat = s[TURN] + 1 if s[TURN] + 1 < s[SEATS] else 0
    while s[OUT + seat]:
        seat = seat + 1 if seat + 1 < s[SEATS] else 0
    return seat


def go_on(s: Vector, t: Vector) -> None:
    """The next step of the turn plan when nothing is asked: another throw after a double, or the next turn."""
    seat = s[TURN]
    if s[STEP] and not (s[STREAK] and not s[OUT + seat] and s[MISSED + seat] < 0):
        following = following_seat(s)
        if t[ROUNDS] and (following - s[FIRST]) % s[SEATS] <= (seat - s[FIRST]) % s[SEATS]:
            if s[ROUND] >= t[ROUNDS]:
                s[WINNER] = richest(s, t)
                return
            s[ROUND] += 1
        begin_turn(s, following, s[NUMBER] + 1)
    push(s, THROW, s[TURN])
    s[STEP] = 1


def richest(s: Vector, t: Vector) -> int:
    """The seat with the most assets; among equals the one with more money, then the one that began later."""
    best = -1
    for i in range(s[SEATS]):
        seat = (s[FIRST] + i) % s[SEATS]
        if not s[OUT + seat] and (best < 0 or at_least_as_rich(s, t, seat, best)):
            best = seat
    return best


def at_least_as_rich(s: Vector, t: Vector, seat: int, other: int) -> bool:
    """Whether a seat has more assets than another, or equal assets and no less money."""
    more = wealth(s, t, seat) - wealth(s, t, other)
    return more > 0 or (more == 0 and s[CASH + seat] >= s[CASH + other])


def wealth(s: Vector, t: Vector, seat: int) -> int:
    """A seat's assets: money, deeds at the printed price less a mortgage, buildings at what they cost."""
    total = s[CASH + seat]
    hand = s[HAND + seat]
    while hand:
        deed = lowest_bit(hand)
        hand &= hand - 1
        total += t[PRICE + deed] - (t[LOAN + deed] if s[LENT] >> deed & 1 else 0)
        for stage in range(s[STAGE + deed]):
            total += s[PAID + deed * TOP_STAGE + stage]
    return total

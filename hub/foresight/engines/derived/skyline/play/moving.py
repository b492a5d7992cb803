"""Three dice, moves and jail (mega-03, -06 to -09) [D4, D14, D23, D24]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BAIL,
    BAIL_TO,
    BY_THROW,
    DIE1,
    DIE2,
    DOUBLES_TO_JAIL,
    JAIL_THROWS,
    LAST_BAIL,
    MISSED,
    NEAREST_JAIL,
    OPENING,
    OPENING_SEATS,
    OPENING_SUMS,
    OPENING_THROWN,
    RENT_DEED,
    RENT_FACTOR,
    RENT_THROW,
    SPACE,
    SPACES,
    STREAK,
    TASK,
    THROWS,
    TURN,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.moving import go_forward, throw_for_first
from hub.foresight.engines.derived.play.stack import pop, push
from hub.foresight.engines.derived.skyline.layout import (
    ANY_SPACE,
    BUS_FACE,
    BY_TRIPLE,
    DEFERRED,
    DIE3,
    FRESH,
    MOGUL_FACE,
    NUMBERS,
    REQUESTS,
    SECOND,
)
from hub.foresight.engines.derived.skyline.play.requests import charge, lapse_of_others


def pips_of(die1: int, die2: int, die3: int) -> int:
    """The sum of three dice; symbols count nothing."""
    return die1 + die2 + (die3 if die3 <= NUMBERS else 0)


def go_by_throw(s: Vector, t: Vector, seat: int) -> None:
    """Go forward by the sum of the dice."""
    target = s[SPACE + seat] + pips_of(s[DIE1], s[DIE2], s[DIE3])
    go_forward(s, t, seat, target if target < t[SPACES] else target - t[SPACES], BY_THROW)


def go_to_jail(s: Vector, t: Vector, seat: int) -> None:
    """Go straight to the nearest jail; postponed bail is no longer due."""
    s[MISSED + seat] = 0
    s[DEFERRED + seat] = 0
    s[FRESH] |= 1 << seat
    s[SPACE + seat] = t[NEAREST_JAIL + s[SPACE + seat]]


def throw(s: Vector, t: Vector, die1: int, die2: int, die3: int = 0) -> None:
    """Pass these dice to the open task; in jail and for the first turn there is no third one."""
    f = pop(s)
    kind = s[f + TASK]
    seat = s[f + WHO]
    s[THROWS] += 1
    if kind == RENT_THROW:
        charge(s, t, seat, s[f + RENT_DEED], s[f + RENT_FACTOR] * pips_of(die1, die2, die3))
        return
    s[DIE1] = die1
    s[DIE2] = die2
    s[DIE3] = die3
    if kind == OPENING:
        throw_for_first(s, s[f + OPENING_SEATS], s[f + OPENING_THROWN], s[f + OPENING_SUMS])
        return
    s[FRESH] = 0
    if s[REQUESTS]:
        lapse_of_others(s, seat)
    if s[MISSED + seat] >= 0:
        throw_in_jail(s, t, seat)
        return
    s[STREAK] = s[STREAK] + 1 if die1 == die2 else 0
    if s[STREAK] == t[DOUBLES_TO_JAIL]:
        go_to_jail(s, t, seat)
    elif die1 == die2 and die2 == die3 and die3 <= NUMBERS:
        push(s, ANY_SPACE, seat, s[SPACE + seat])
    else:
        if die3 >= MOGUL_FACE:
            push(s, SECOND, seat, BUS_FACE if die3 == BUS_FACE else MOGUL_FACE)
        go_by_throw(s, t, seat)


def throw_in_jail(s: Vector, t: Vector, seat: int) -> None:
    """A double frees; so does the last miss, but then bail is due when the next turn begins."""
    s[STREAK] = 0
    if s[DIE1] == s[DIE2]:
        s[MISSED + seat] = -1
        go_by_throw(s, t, seat)
        return
    s[MISSED + seat] += 1
    if s[MISSED + seat] == t[JAIL_THROWS]:
        s[MISSED + seat] = -1
        s[DEFERRED + seat] = t[LAST_BAIL]


def pay_bail(s: Vector, t: Vector, seat: int) -> None:
    """Pay bail instead of a throw, or right after being jailed, in somebody else's turn."""
    pay(s, seat, t[BAIL_TO], t[BAIL])
    s[MISSED + seat] = -1
    if s[TURN] == seat:
        pop(s)


def choose_space(s: Vector, t: Vector, space: int) -> None:
    """Go to the space chosen after a triple; choosing one's own space means staying there."""
    f = pop(s)
    if space != s[SPACE + s[f + WHO]]:
        go_forward(s, t, s[f + WHO], space, BY_TRIPLE)

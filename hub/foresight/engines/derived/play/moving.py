"""Throws, moves and jail (classic-02, -03, -04, -13, -14, -15)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ADVANCE,
    BAIL,
    BAIL_TO,
    BY_THROW,
    DIE1,
    DIE2,
    DOUBLES_TO_JAIL,
    HOLDER,
    JAIL_THROWS,
    LANDING,
    LAST_BAIL,
    MISSED,
    NEAREST_JAIL,
    OPENING,
    OPENING_SEATS,
    OPENING_SUMS,
    OPENING_THROWN,
    OWNER,
    PASSING,
    RENT_DEED,
    RENT_FACTOR,
    RENT_THROW,
    SPACE,
    SPACES,
    STREAK,
    TASK,
    THROWS,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.deeds import give_card
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.stack import list_length, pop, push
from hub.foresight.engines.derived.play.turns import begin_turn


def arrive(s: Vector, seat: int, space: int) -> None:
    """A piece comes to a space."""
    s[SPACE + seat] = space


def go_forward(s: Vector, t: Vector, seat: int, target: int, by: int, factor: int = 1, throw_factor: int = 0) -> None:
    """Ask for the piece to be put on a space; note the salary that is due on the way."""
    salary = 0
    if target <= s[SPACE + seat]:
        salary = t[PASSING] if target else t[LANDING]
    push(s, ADVANCE, seat, target, salary, factor, throw_factor, by)


def go_by_throw(s: Vector, t: Vector, seat: int) -> None:
    """Go forward by the sum of the dice."""
    target = s[SPACE + seat] + s[DIE1] + s[DIE2]
    if target < t[SPACES]:
        push(s, ADVANCE, seat, target, 0, 1, 0, BY_THROW)
    else:
        go_forward(s, t, seat, target - t[SPACES], BY_THROW)


def go_to_jail(s: Vector, t: Vector, seat: int) -> None:
    """Go straight to the nearest jail."""
    s[MISSED + seat] = 0
    s[SPACE + seat] = t[NEAREST_JAIL + s[SPACE + seat]]


def throw(s: Vector, t: Vector, die1: int, die2: int) -> None:
    """Pass these dice to the open task."""
    f = pop(s)
    kind = s[f + TASK]
    s[THROWS] += 1
    if kind == RENT_THROW:
        pay(s, s[f + WHO], s[OWNER + s[f + RENT_DEED]], s[f + RENT_FACTOR] * (die1 + die2))
        return
    s[DIE1] = die1
    s[DIE2] = die2
    if kind == OPENING:
        throw_for_first(s, s[f + OPENING_SEATS], s[f + OPENING_THROWN], s[f + OPENING_SUMS])
    elif s[MISSED + s[f + WHO]] >= 0:
        throw_in_jail(s, t, s[f + WHO])
    else:
        seat = s[f + WHO]
        s[STREAK] = s[STREAK] + 1 if die1 == die2 else 0
        if s[STREAK] == t[DOUBLES_TO_JAIL]:
            go_to_jail(s, t, seat)
        else:
            go_by_throw(s, t, seat)


def throw_in_jail(s: Vector, t: Vector, seat: int) -> None:
    """A double frees; so does the last miss, but then bail is due."""
    s[STREAK] = 0
    if s[DIE1] == s[DIE2]:
        s[MISSED + seat] = -1
        go_by_throw(s, t, seat)
        return
    s[MISSED + seat] += 1
    if s[MISSED + seat] == t[JAIL_THROWS]:
        s[MISSED + seat] = -1
        go_by_throw(s, t, seat)
        pay(s, seat, t[BAIL_TO], t[LAST_BAIL])


def throw_for_first(s: Vector, seats: int, thrown: int, sums: int) -> None:
    """The highest throw begins; tied seats throw again."""
    count = list_length(thrown)
    thrown |= (seats & 15) << 4 * count
    sums |= (s[DIE1] + s[DIE2]) << 4 * count
    if seats >> 4:
        push(s, OPENING, -1, seats >> 4, thrown, sums)
        return
    highest = 0
    for i in range(count + 1):
        highest = max(highest, sums >> 4 * i & 15)
    tied = 0
    ties = 0
    for i in range(count + 1):
        if sums >> 4 * i & 15 == highest:
            tied |= (thrown >> 4 * i & 15) << 4 * ties
            ties += 1
    if ties > 1:
        push(s, OPENING, -1, tied, 0, 0)
    else:
        begin_turn(s, tied - 1, 1)


def pay_bail(s: Vector, t: Vector, seat: int) -> None:
    """Pay bail, before a throw."""
    pay(s, seat, t[BAIL_TO], t[BAIL])
    s[MISSED + seat] = -1


def use_card(s: Vector, t: Vector, seat: int) -> None:
    """Use the first release card in hand; it goes back under its pile."""
    give_card(s, t, 0 if s[HOLDER] == seat else 1, -1)
    s[MISSED + seat] = -1

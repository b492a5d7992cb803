"""Throws, moves, cards and jail (euro-02, -04, -14, -20, -22) [E1, E20, E33 to E35, E37]."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import (
    ARRIVALS,
    ARRIVED,
    BAILS,
    BAILS_COUNT,
    BOUGHT,
    GRANTED,
    ONCE_MORE,
    OPPOSITE,
    PER_STAGE,
    RELEASED,
    SKIP,
    SKIPS,
    USED,
)
from hub.foresight.engines.derived.claims.play.credit import charge, collect
from hub.foresight.engines.derived.layout import (
    ADVANCE,
    BY_CARD,
    BY_THROW,
    CARD,
    CARD_SIZE,
    COLLECT,
    DIE1,
    DIE2,
    DOUBLES_TO_JAIL,
    HAND,
    LANDING,
    MISSED,
    NEAREST_JAIL,
    PASSING,
    PAY_BANK,
    PILE,
    PILE_LENGTH,
    SPACE,
    SPACES,
    STAGE,
    STREAK,
    THROWS,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit, pop, push


def arrive(s: Vector, seat: int, space: int) -> None:
    """A piece comes to a space, as the last of those there."""
    s[ARRIVALS] += 1
    s[ARRIVED + seat] = s[ARRIVALS]
    s[SPACE + seat] = space


def throw(s: Vector, t: Vector, die1: int, die2: int) -> None:
    """The same double twice in a row, or too many doubles, lead to jail; otherwise the piece moves on."""
    f = pop(s)
    seat = s[f + WHO]
    same = s[STREAK] > 0 and die1 == die2 and s[DIE1] == die1 and s[DIE2] == die2
    s[THROWS] += 1
    s[DIE1] = die1
    s[DIE2] = die2
    s[STREAK] = s[STREAK] + 1 if die1 == die2 else 0
    s[GRANTED] = 0
    s[BOUGHT] = 0
    if same or s[STREAK] == t[DOUBLES_TO_JAIL]:
        s[MISSED + seat] = 0
        arrive(s, seat, t[NEAREST_JAIL + s[SPACE + seat]])
        return
    target = s[SPACE + seat] + die1 + die2
    salary = 0
    if target >= t[SPACES]:
        target -= t[SPACES]
        salary = t[PASSING] if target else t[LANDING]
    push(s, ADVANCE, seat, target, salary, 1, 0, BY_THROW)


def end_turn(s: Vector) -> None:
    """The double no longer brings another throw."""
    pop(s)
    s[STREAK] = 0


def bail_of(s: Vector, t: Vector, seat: int) -> int:
    """What bail costs now: the longer the wait, the less."""
    return t[BAILS + min(s[MISSED + seat], t[BAILS_COUNT] - 1)]


def pay_bail(s: Vector, t: Vector, seat: int) -> None:
    """Pay to leave jail before a throw, never on credit."""
    charge(s, t, seat, -1, bail_of(s, t, seat))
    s[MISSED + seat] = -1
    s[RELEASED] = seat


def stay_in_jail(s: Vector) -> None:
    """Wait one more turn."""
    f = pop(s)
    s[MISSED + s[f + WHO]] += 1


def cards_left(s: Vector) -> int:
    """How many cards can be drawn: those that are not used up, which come first in the pile."""
    return s[PILE_LENGTH] - s[USED]


def draw(s: Vector, t: Vector, place: int) -> None:
    """Follow the card at this place in the pile and put it underneath; when all are used up, all can be drawn again."""
    f = pop(s)
    card = s[PILE + place]
    last = PILE + s[PILE_LENGTH] - 1
    for i in range(PILE + place, last):
        s[i] = s[i + 1]
    s[last] = card
    s[USED] = (s[USED] + 1) % s[PILE_LENGTH]
    follow(s, t, s[f + WHO], t[CARD + card * CARD_SIZE], t[CARD + card * CARD_SIZE + 1])


def follow(s: Vector, t: Vector, seat: int, effect: int, figure: int) -> None:
    """What a card with this figure does."""
    if effect == COLLECT:
        collect(s, seat, figure)
    elif effect == PAY_BANK:
        charge(s, t, seat, -1, figure)
    elif effect == PER_STAGE:
        charge(s, t, seat, -1, figure * stages_of(s, seat))
    elif effect == SKIP:
        s[SKIPS + seat] += figure
    elif effect == ONCE_MORE:
        s[GRANTED] = 1
    elif effect == OPPOSITE:
        push(s, ADVANCE, seat, (s[SPACE + seat] + t[SPACES] // 2) % t[SPACES], 0, 1, 0, BY_CARD)


def stages_of(s: Vector, seat: int) -> int:
    """How many apartments a seat has."""
    stages = 0
    hand = s[HAND + seat]
    while hand:
        stages += s[STAGE + lowest_bit(hand)]
        hand &= hand - 1
    return stages

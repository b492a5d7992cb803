"""Who acts next, and how: by answering the open task, or with what a sensible player does before a throw."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import BUILD, OWED
from hub.foresight.engines.derived.claims.play.arriving import buy
from hub.foresight.engines.derived.claims.play.deeds import may_buy
from hub.foresight.engines.derived.claims.play.moments import may_deal
from hub.foresight.engines.derived.claims.play.moving import bail_of, cards_left, draw, pay_bail, stay_in_jail, throw
from hub.foresight.engines.derived.claims.play.turns import carry_on
from hub.foresight.engines.derived.claims.policy.dealing import build_here, deal, improve, pay_off, visited_groups
from hub.foresight.engines.derived.layout import (
    ADVANCE,
    BUY,
    BUY_DEED,
    CASH,
    COUNT,
    DRAW,
    EMPTY,
    GROUP,
    GROUP_SIZE,
    HASTE,
    MISSED,
    POCKET,
    PRICE,
    RESERVE,
    SEATS_MAXIMUM,
    TASK,
    TOP,
    UNSOLD,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.advancing import advance
from hub.foresight.engines.derived.play.luck import draw_number
from hub.foresight.engines.derived.play.stack import pop

UNSOLD_TO_STAY = 6
DOUBLY_WORTH = 4


def step(s: Vector, t: Vector) -> None:
    """One command of the seat that acts next, and what follows from it."""
    f = s[TOP]
    kind = s[f + TASK]
    if kind == ADVANCE:
        advance(s, t)
    elif kind == BUY:
        buy_or_decline(s, t, s[f + WHO], s[f + BUY_DEED])
    elif kind == DRAW:
        draw(s, t, draw_number(s, cards_left(s)))
    elif kind == BUILD:
        build_here(s, t)
    else:
        take_turn(s, t, s[f + WHO])
    if s[TOP] == EMPTY:
        carry_on(s, t)


def buy_or_decline(s: Vector, t: Vector, seat: int, deed: int) -> None:
    """Buy if some money is left; spend the last money on what completes a group, or most of a large one."""
    money = s[CASH + seat]
    mine = s[COUNT + t[GROUP + deed] * SEATS_MAXIMUM + seat]
    wanted = mine == t[GROUP_SIZE + t[GROUP + deed]] - 1 or mine >= DOUBLY_WORTH
    rich = money >= t[PRICE + deed] + t[POCKET]
    if (rich or (money >= t[PRICE + deed] and wanted)) and may_buy(s, t, seat, deed):
        buy(s, t)
    else:
        pop(s)


def take_turn(s: Vector, t: Vector, seat: int) -> None:
    """Leave jail or not, then whatever improves the position, then throw."""
    if s[HASTE]:
        s[HASTE] = 0
        throw_dice(s, t)
    elif s[MISSED + seat] >= 0:
        if s[UNSOLD] > UNSOLD_TO_STAY and s[CASH + seat] - bail_of(s, t, seat) >= t[RESERVE]:
            pay_bail(s, t, seat)
        else:
            stay_in_jail(s)
    elif not may_deal(s, seat) or not dealt(s, t, seat):
        throw_dice(s, t)


def dealt(s: Vector, t: Vector, seat: int) -> bool:
    """Pay off a debt, or build and buy where others stand; returns whether there was anything to do."""
    if s[OWED + seat]:
        return pay_off(s, t, seat)
    if s[CASH + seat] <= t[RESERVE]:
        return False
    visited = visited_groups(s, t, seat)
    return visited != 0 and (improve(s, t, seat, visited) or deal(s, t, seat, visited))


def throw_dice(s: Vector, t: Vector) -> None:
    """Throw two dice of the generator."""
    pair = draw_number(s, 36)
    throw(s, t, pair // 6 + 1, pair % 6 + 1)

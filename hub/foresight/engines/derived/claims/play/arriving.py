"""What happens on a space: an offer to buy, building on one's own, rent, risk, a card (euro-03 to -06, -13, -21)."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.layout import (
    BUILD,
    RISK,
    RISK_DOUBLE_FACTOR,
    RISK_FACTOR,
    STAGE_RENT,
    STAGE_RENTS,
)
from hub.foresight.engines.derived.claims.play.building import can_build
from hub.foresight.engines.derived.claims.play.credit import charge, collect
from hub.foresight.engines.derived.claims.play.deeds import give, may_buy
from hub.foresight.engines.derived.layout import (
    ADVANCE_BY,
    ADVANCE_FACTOR,
    ADVANCE_SPACE,
    AMOUNT,
    BUY,
    BUY_DEED,
    BY_THROW,
    CARDS,
    COUNT,
    DIE1,
    DIE2,
    DRAW,
    GROUP,
    KIND,
    MISSED,
    NOTHING,
    OWNER,
    PRICE,
    SEATS_MAXIMUM,
    STAGE,
    STATION,
    STREET,
    UTILITY,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.stack import pop, push


def land(s: Vector, t: Vector, seat: int, f: int) -> None:
    """What the space does; the figures of the move are stored at `f`."""
    space = s[f + ADVANCE_SPACE]
    kind = t[KIND + space]
    if kind == NOTHING:
        return
    if kind <= UTILITY:
        land_on_deed(s, t, seat, space, s[f + ADVANCE_FACTOR])
    elif kind == CARDS:
        if s[f + ADVANCE_BY] == BY_THROW:
            push(s, DRAW, seat, t[AMOUNT + space])
    elif kind == RISK:
        take_risk(s, t, seat)


def land_on_deed(s: Vector, t: Vector, seat: int, deed: int, factor: int) -> None:
    """People are only asked for what they may do, and an owner in jail gets no rent."""
    owner = s[OWNER + deed]
    if owner == seat:
        if can_build(s, t, seat, t[GROUP + deed]):
            push(s, BUILD, seat, t[GROUP + deed])
    elif owner < 0:
        if may_buy(s, t, seat, deed):
            push(s, BUY, seat, deed)
    elif s[MISSED + owner] < 0:
        charge(s, t, seat, owner, rent_of(s, t, deed, owner, factor))


def rent_of(s: Vector, t: Vector, deed: int, owner: int, factor: int) -> int:
    """By apartments, by number owned, or by the dice."""
    kind = t[KIND + deed]
    if kind == STREET:
        return t[STAGE_RENT + deed * STAGE_RENTS + s[STAGE + deed]]
    rent = t[STAGE_RENT + deed * STAGE_RENTS + s[COUNT + t[GROUP + deed] * SEATS_MAXIMUM + owner] - 1]
    return rent * (factor if kind == STATION else s[DIE1] + s[DIE2])


def take_risk(s: Vector, t: Vector, seat: int) -> None:
    """An even face brings its pips, an odd one costs them; after a double it is more."""
    die1 = s[DIE1]
    die2 = s[DIE2]
    stake = (-die1 if die1 % 2 else die1) + (-die2 if die2 % 2 else die2)
    stake *= t[RISK_DOUBLE_FACTOR] if die1 == die2 else t[RISK_FACTOR]
    if stake < 0:
        charge(s, t, seat, -1, -stake)
    else:
        collect(s, seat, stake)


def buy(s: Vector, t: Vector) -> None:
    """The visitor pays the printed price."""
    f = pop(s)
    seat = s[f + WHO]
    deed = s[f + BUY_DEED]
    charge(s, t, seat, -1, t[PRICE + deed])
    give(s, t, deed, seat)

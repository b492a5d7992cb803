"""What happens on a space (classic-04 to -13, -33)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ACCOUNTS,
    ADVANCE_FACTOR,
    ADVANCE_SPACE,
    ADVANCE_THROW_FACTOR,
    AMOUNT,
    BUY,
    BUY_DEED,
    CARDS,
    COUNT,
    DECLINED_AUCTIONED,
    DIE1,
    DIE2,
    DRAW,
    GROUP,
    GROUP_SET,
    GROUP_SIZE,
    HAND,
    KIND,
    LENT,
    NOTHING,
    OWNER,
    PRICE,
    RENT,
    RENT_THROW,
    RENTS,
    SEATS_MAXIMUM,
    STAGE,
    STATION,
    STREET,
    TAX,
    TAX_TO,
    TO_JAIL,
    UNBUILT_FACTOR,
    UNBUILT_FACTORS,
    UTILITY,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.auctions import open_auction
from hub.foresight.engines.derived.play.deeds import give
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.moving import go_to_jail
from hub.foresight.engines.derived.play.stack import pop, push


def land(s: Vector, t: Vector, seat: int, f: int) -> None:
    """What the space does; the figures of the move are stored at `f`."""
    space = s[f + ADVANCE_SPACE]
    kind = t[KIND + space]
    if kind == NOTHING:
        return
    if kind <= UTILITY:
        owner = s[OWNER + space]
        if owner < 0:
            push(s, BUY, seat, space)
        elif owner != seat and not s[LENT] >> space & 1:
            charge_rent(s, t, seat, space, s[f + ADVANCE_FACTOR], s[f + ADVANCE_THROW_FACTOR])
    elif kind == CARDS:
        push(s, DRAW, seat, t[AMOUNT + space])
    elif kind == TAX:
        pay(s, seat, t[TAX_TO], t[AMOUNT + space])
    elif kind == TO_JAIL:
        go_to_jail(s, t, seat)
    else:
        pay(s, -2, seat, s[ACCOUNTS - 2])


def charge_rent(s: Vector, t: Vector, seat: int, deed: int, factor: int, throw_factor: int) -> None:
    """By buildings, by number owned, or by the dice; after a card the dice are thrown again."""
    owner = s[OWNER + deed]
    if t[KIND + deed] == STREET:
        pay(s, seat, owner, street_rent(s, t, deed, owner))
        return
    if t[KIND + deed] == UTILITY and throw_factor:
        push(s, RENT_THROW, seat, deed, throw_factor)
        return
    rent = t[RENT + deed * RENTS + s[COUNT + t[GROUP + deed] * SEATS_MAXIMUM + owner] - 1]
    pay(s, seat, owner, rent * (factor if t[KIND + deed] == STATION else s[DIE1] + s[DIE2]))


def street_rent(s: Vector, t: Vector, deed: int, owner: int) -> int:
    """The rent of the stage, or a multiple of the base rent if one seat holds enough of the group unmortgaged."""
    stage = s[STAGE + deed]
    rent = t[RENT + deed * RENTS + stage]
    if stage:
        return rent
    group = t[GROUP + deed]
    lacking = t[GROUP_SIZE + group] - s[COUNT + group * SEATS_MAXIMUM + owner]
    if lacking >= t[UNBUILT_FACTORS]:
        return rent
    if s[LENT] & s[HAND + owner] & t[GROUP_SET + group]:
        return rent
    return rent * t[UNBUILT_FACTOR + lacking]


def buy(s: Vector, t: Vector) -> None:
    """The visitor pays the printed price."""
    f = pop(s)
    seat = s[f + WHO]
    deed = s[f + BUY_DEED]
    pay(s, seat, -1, t[PRICE + deed])
    give(s, t, deed, seat)


def decline(s: Vector, t: Vector) -> None:
    """The bank auctions it, or keeps it if that is agreed on."""
    f = pop(s)
    if t[DECLINED_AUCTIONED]:
        open_auction(s, t, s[f + BUY_DEED])

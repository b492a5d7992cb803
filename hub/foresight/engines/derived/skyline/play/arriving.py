"""What happens on a space (mega-10, -13, -17 to -22) [D4, D22]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ACCOUNTS,
    ADVANCE_BY,
    ADVANCE_FACTOR,
    ADVANCE_SPACE,
    ADVANCE_THROW_FACTOR,
    AMOUNT,
    BUILT,
    BUY,
    BY_CARD,
    CARDS,
    COUNT,
    DIE1,
    DIE2,
    DRAW,
    GROUP,
    KIND,
    LENT,
    NOTHING,
    OWNER,
    PRICE,
    RENT,
    RENT_THROW,
    RENTS,
    SEATS_MAXIMUM,
    SPACE,
    SPACES,
    STATION,
    STREET,
    TAX,
    TAX_TO,
    TO_JAIL,
    UNSOLD,
    UTILITY,
    Vector,
)
from hub.foresight.engines.derived.play.arriving import street_rent
from hub.foresight.engines.derived.play.auctions import open_auction
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.moving import go_forward
from hub.foresight.engines.derived.play.stack import pop, push
from hub.foresight.engines.derived.skyline.layout import (
    BY_AUCTION,
    BY_TICKET,
    DIE3,
    GIFT,
    GIFT_SPACE,
    LOT_CHOICE,
    LOT_SPACE,
    MALL_FACTOR,
    TICKET_SPACE,
    TICKETS_LEFT,
)
from hub.foresight.engines.derived.skyline.play.moving import go_to_jail, pips_of
from hub.foresight.engines.derived.skyline.play.requests import charge
from hub.foresight.engines.derived.skyline.play.tickets import take_ticket

PIPS_EXPECTED = 7


def land(s: Vector, t: Vector, seat: int, f: int) -> None:
    """What the space does; the figures of the move are stored at `f`."""
    space = s[f + ADVANCE_SPACE]
    by = s[f + ADVANCE_BY]
    kind = t[KIND + space]
    if kind == NOTHING:
        return
    if kind <= UTILITY:
        owner = s[OWNER + space]
        if owner < 0:
            push(s, BUY, seat, space)
        elif owner != seat and not s[LENT] >> space & 1:
            charge_visit(s, t, seat, space, by, s[f + ADVANCE_FACTOR], s[f + ADVANCE_THROW_FACTOR])
    elif kind == CARDS:
        push(s, DRAW, seat, t[AMOUNT + space])
    elif kind == TAX:
        pay(s, seat, t[TAX_TO], t[AMOUNT + space])
    elif kind == TO_JAIL:
        go_to_jail(s, t, seat)
    elif kind >= LOT_SPACE:
        land_on_new_space(s, t, seat, space, kind, by)
    else:
        pay(s, -2, seat, s[ACCOUNTS - 2])


def land_on_new_space(s: Vector, t: Vector, seat: int, space: int, kind: int, by: int) -> None:
    """Spaces that the standard rules do not have."""
    if kind == TICKET_SPACE:
        take_ticket(s, t, seat)
    elif kind == GIFT_SPACE:
        if s[TICKETS_LEFT]:
            push(s, GIFT, seat, t[AMOUNT + space])
        else:
            pay(s, -1, seat, t[AMOUNT + space])
    elif s[UNSOLD]:
        push(s, LOT_CHOICE, seat, unsold_deeds(s, t))
    else:
        go_to_dearest(s, t, seat, by)


def charge_visit(s: Vector, t: Vector, seat: int, deed: int, by: int, factor: int, throw_factor: int) -> None:
    """By buildings, by number owned, or by the dice; after a card or a ticket the dice are thrown again."""
    if t[KIND + deed] != UTILITY:
        charge(s, t, seat, deed, rent_of(s, t, deed, 0) * factor)
    elif throw_factor or by in (BY_CARD, BY_TICKET):
        push(s, RENT_THROW, seat, deed, throw_factor if throw_factor > 0 else rent_of(s, t, deed, 1))
    else:
        charge(s, t, seat, deed, rent_of(s, t, deed, pips_of(s[DIE1], s[DIE2], s[DIE3])))


def rent_of(s: Vector, t: Vector, deed: int, pips: int) -> int:
    """What a visit costs on a deed that has an owner; for a utility, after this throw."""
    owner = s[OWNER + deed]
    if t[KIND + deed] == STREET:
        return street_rent(s, t, deed, owner)
    rent = t[RENT + deed * RENTS + s[COUNT + t[GROUP + deed] * SEATS_MAXIMUM + owner] - 1]
    if t[KIND + deed] == STATION:
        return rent * t[MALL_FACTOR] if s[BUILT] >> deed & 1 else rent
    return rent * pips


def unsold_deeds(s: Vector, t: Vector) -> int:
    """The deeds of the bank, a bit for each."""
    found = 0
    for space in range(t[SPACES]):
        if t[PRICE + space] and s[OWNER + space] < 0:
            found |= 1 << space
    return found


def go_to_dearest(s: Vector, t: Vector, seat: int, by: int) -> None:
    """All is sold: on to the highest rent, among equals the nearest; those who came by ticket throw for a utility."""
    thrown = by != BY_TICKET
    pips = pips_of(s[DIE1], s[DIE2], s[DIE3]) if thrown else PIPS_EXPECTED
    best = 0
    dearest = -1
    space = s[SPACE + seat]
    for _ in range(t[SPACES]):
        space = space + 1 if space + 1 < t[SPACES] else 0
        if t[PRICE + space] and s[OWNER + space] >= 0 and s[OWNER + space] != seat and not s[LENT] >> space & 1:
            rent = rent_of(s, t, space, pips)
            if rent > best:
                best = rent
                dearest = space
    if dearest >= 0:
        factor = 0
        if not thrown and t[KIND + dearest] == UTILITY:
            factor = rent_of(s, t, dearest, 1)
        go_forward(s, t, seat, dearest, BY_AUCTION, 1, factor)


def put_up_for_auction(s: Vector, t: Vector, deed: int) -> None:
    """The visitor of an auction space has chosen an unsold deed."""
    pop(s)
    open_auction(s, t, deed)

"""Where to go, given the choice, as `hub.bots.sensible.travel` and `obligations` decide."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CASH,
    DIE1,
    DIE2,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SIZE,
    LENT,
    OWNER,
    PRICE,
    SPACE,
    SPACES,
    STAGE,
    TASK,
    TOP,
    UNSOLD,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.debts import sell, sell_group
from hub.foresight.engines.derived.play.stack import lowest_bit, pop
from hub.foresight.engines.derived.policy.market import bid_limit
from hub.foresight.engines.derived.skyline.layout import (
    ANY_ORIGIN,
    ANY_SPACE,
    BUS,
    CATCH_UP_DEED,
    DIE3,
    GIFT,
    LOT_CHOICE,
    LOT_CHOICES,
    SIDE,
    TICKET,
    TICKET_ORIGIN,
)
from hub.foresight.engines.derived.skyline.play.arriving import put_up_for_auction, rent_of
from hub.foresight.engines.derived.skyline.play.catching_up import catch_up
from hub.foresight.engines.derived.skyline.play.duties import can_catch_up, cost_of
from hub.foresight.engines.derived.skyline.play.moving import choose_space, pips_of
from hub.foresight.engines.derived.skyline.play.tickets import last_ticket, take_instead, take_money, use_ticket
from hub.foresight.engines.derived.skyline.policy.purse import may_step_down

TICKETS_UNSOLD = 6


def answer_on_the_way(s: Vector, t: Vector) -> None:
    """Questions that the standard rules do not have."""
    f = s[TOP]
    kind = s[f + TASK]
    seat = s[f + WHO]
    if kind == BUS:
        take_instead(s, t)
    elif kind == GIFT:
        if s[UNSOLD] > TICKETS_UNSOLD:
            take_instead(s, t)
        else:
            take_money(s)
    elif kind == TICKET:
        best = best_to_buy(s, t, seat, s[f + TICKET_ORIGIN])
        if best >= 0:
            use_ticket(s, t, best)
        else:
            pop(s)
    elif kind == ANY_SPACE:
        choose_space(s, t, best_space(s, t, seat, s[f + ANY_ORIGIN]))
    elif kind == LOT_CHOICE:
        put_up_for_auction(s, t, best_lot(s, t, seat, s[f + LOT_CHOICES]))
    else:
        catch_up_or_sell(s, t, seat, s[f + CATCH_UP_DEED])


def rode(s: Vector, t: Vector, seat: int) -> bool:
    """Use a ticket instead of a throw only for a deed worth more than its price; returns whether there was one."""
    if last_ticket(s, seat) < 0:
        return False
    best = best_to_buy(s, t, seat, s[SPACE + seat])
    if best < 0 or bid_limit(s, t, seat, best) <= t[PRICE + best]:
        return False
    use_ticket(s, t, best)
    return True


def best_to_buy(s: Vector, t: Vector, seat: int, origin: int) -> int:
    """The most valuable of the bank's deeds on a side that the seat can pay for; -1 if there is none.

    Among equals, one that lies ahead, then the nearest.
    """
    best = -1
    most = 0
    ahead = t[SIDE] - origin % t[SIDE]
    behind = (origin - 1) % t[SIDE] + 1
    for i in range(ahead + behind):
        space = (origin + i + 1 if i < ahead else origin + t[SPACES] - (i - ahead) - 1) % t[SPACES]
        if t[PRICE + space] and s[OWNER + space] < 0 and t[PRICE + space] <= s[CASH + seat]:
            worth = bid_limit(s, t, seat, space)
            if worth > most:
                best = space
                most = worth
    return best


def best_space(s: Vector, t: Vector, seat: int, origin: int) -> int:
    """The best of all spaces; among equals the nearest ahead."""
    best = -1
    most = 0
    space = origin
    for _ in range(t[SPACES]):
        space = space + 1 if space + 1 < t[SPACES] else 0
        gain = gain_at(s, t, seat, space)
        if best < 0 or gain > most:
            best = space
            most = gain
    return best


def gain_at(s: Vector, t: Vector, seat: int, space: int) -> int:
    """What a space is worth: a deed that can be bought there, or the rent due, negative; staying costs nothing."""
    owner = s[OWNER + space]
    if not t[PRICE + space] or space == s[SPACE + seat] or owner == seat:
        return 0
    if owner < 0:
        return bid_limit(s, t, seat, space) if s[CASH + seat] >= t[PRICE + space] else 0
    return 0 if s[LENT] >> space & 1 else -rent_of(s, t, space, pips_of(s[DIE1], s[DIE2], s[DIE3]))


def best_lot(s: Vector, t: Vector, seat: int, deeds: int) -> int:
    """The first of the deeds for which a seat would pay most."""
    best = lowest_bit(deeds)
    most = bid_limit(s, t, seat, best)
    while deeds:
        deed = lowest_bit(deeds)
        deeds &= deeds - 1
        worth = bid_limit(s, t, seat, deed)
        if worth > most:
            best = deed
            most = worth
    return best


def catch_up_or_sell(s: Vector, t: Vector, seat: int, deed: int) -> None:
    """If the money does not suffice, sell one building of the group, or all where single ones cannot be sold."""
    if not can_catch_up(s, t, seat, deed) or s[CASH + seat] >= cost_of(s, t, deed):
        catch_up(s, t)
        return
    group = t[GROUP + deed]
    highest = t[GROUP_DEEDS + group * GROUP_MAXIMUM]
    for i in range(t[GROUP_SIZE + group]):
        other = t[GROUP_DEEDS + group * GROUP_MAXIMUM + i]
        highest = other if s[STAGE + other] > s[STAGE + highest] else highest
    if may_step_down(s, t, highest):
        sell(s, t, highest)
    else:
        sell_group(s, t, seat, group)

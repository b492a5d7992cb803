"""Which exchanges are good for both sides, calculated as in `hub.bots.sensible.deals` and `trading`."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    CASH,
    CHANGES,
    COUNT,
    FROM,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUP_SIZE,
    GROUPS,
    HAND,
    LENT,
    LOAN,
    LOANS,
    LOOKED_CHANGES,
    LOOKED_TURN,
    MADE,
    MADE_IN,
    NUMBER,
    OFFER,
    OFFER_SIZE,
    OFFERS,
    OWNER,
    PRICE,
    PRICES,
    RESERVE,
    SEATS,
    SEATS_MAXIMUM,
    TO,
    UNSOLD,
    WORTH,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit
from hub.foresight.engines.derived.play.trade import lay_offer

WHOLE_PERCENT = 250
EACH_MORE_PERCENT = 25
UNSOLD_TO_TRADE = 8
OFFERS_PER_TURN = 2
TURNS_BETWEEN_LOOKS = 60
TURNS_AFTER_CHANGE = 32
SHARE_PERCENT = 35
CARD_PERCENT = 25


def worth_of(t: Vector, group: int, count: int, prices: int) -> int:
    """What so many deeds of a group, with these prices in total, are worth to one owner."""
    if count == t[GROUP_SIZE + group]:
        return prices * WHOLE_PERCENT // 100
    return prices * (100 + EACH_MORE_PERCENT * (count - 1)) // 100 if count else 0


def is_fair(gain: int, gain_other: int) -> bool:
    """Whether a seat that gains so much accepts that the other gains so much."""
    return gain > 0 and gain * 100 >= gain_other * SHARE_PERCENT


def propose(s: Vector, t: Vector, seat: int) -> bool:
    """Find the best deal that the other side should accept, too; returns whether there was one.

    Among equals: the one whose group comes first, then the one whose other seat comes first.
    """
    if s[UNSOLD] > UNSOLD_TO_TRADE or not worth_looking(s, seat):
        return False
    best = 0
    best_taken = 0
    best_given = 0
    best_other = 0
    shared = shared_groups(s, t, seat)
    for other in range(s[SEATS]):
        both = groups_with(s, t, shared, other)
        if both == 0 or other == seat or offer_open(s, seat, other):
            continue
        left = both
        while left:
            taken = lowest_bit(left)
            left &= left - 1
            rest = both ^ 1 << taken
            gain_taking = gain_by_taking(s, t, seat, other, taken)
            gain_giving = gain_by_giving(s, other, taken)
            given = -1
            while given < t[GROUPS]:
                gain = gain_of(s, t, seat, other, gain_taking, gain_giving, given, best)
                if gain > best or (gain == best and gain > 0 and taken < best_taken):
                    best = gain
                    best_taken = taken
                    best_given = given
                    best_other = other
                given = lowest_bit(rest) if rest else t[GROUPS]
                rest &= rest - 1
    if best:
        lay_best(s, t, seat, best_other, best_taken, best_given)
    return best > 0


def groups_with(s: Vector, t: Vector, groups: int, seat: int) -> int:
    """Those of some groups, one bit each, of which a seat has some deeds, but not all."""
    found = 0
    while groups:
        group = lowest_bit(groups)
        groups &= groups - 1
        found |= 1 << group if s[HAND + seat] & t[GROUP_SET + group] else 0
    return found


def shared_groups(s: Vector, t: Vector, seat: int) -> int:
    """The unbuilt groups of which a seat has some deeds, one bit each; their worth is noted in the scratch space."""
    found = 0
    hand = s[HAND + seat]
    for group in range(t[GROUPS]):
        deeds = t[GROUP_SET + group]
        if hand & deeds and hand & deeds != deeds and not s[BUILT] & deeds:
            found |= 1 << group
            reckon(s, t, group)
    return found


def reckon(s: Vector, t: Vector, group: int) -> None:
    """Note in the scratch space: prices, loans and worth of what each seat has of a group."""
    base = group * SEATS_MAXIMUM
    for seat in range(base, base + s[SEATS]):
        s[PRICES + seat] = 0
        s[LOANS + seat] = 0
        s[WORTH + seat] = 0
    deeds = t[GROUP_SET + group]
    while deeds:
        deed = lowest_bit(deeds)
        deeds &= deeds - 1
        if s[OWNER + deed] >= 0:
            seat = base + s[OWNER + deed]
            s[PRICES + seat] += t[PRICE + deed]
            s[LOANS + seat] += t[LOAN + deed] * (s[LENT] >> deed & 1)
            s[WORTH + seat] = worth_of(t, group, s[COUNT + seat], s[PRICES + seat])


def worth_looking(s: Vector, seat: int) -> bool:
    """Whether to offer something now: now and then, and again in the same turn after an offer that was accepted."""
    number = s[NUMBER]
    since = s[LOOKED_TURN + seat]
    same = s[LOOKED_CHANGES + seat] == s[CHANGES + seat]
    if since == number:
        if same or s[MADE_IN + seat] != number or s[MADE + seat] >= OFFERS_PER_TURN:
            return False
    elif number - since < (TURNS_BETWEEN_LOOKS if same else TURNS_AFTER_CHANGE):
        return False
    s[LOOKED_CHANGES + seat] = s[CHANGES + seat]
    s[LOOKED_TURN + seat] = number
    return True


def offer_open(s: Vector, seat: int, to: int) -> bool:
    """Whether one seat has an open offer to another."""
    for i in range(s[OFFERS]):
        f = OFFER + i * OFFER_SIZE
        if s[f + FROM] == seat and s[f + TO] == to:
            return True
    return False


def gain_of(s: Vector, t: Vector, seat: int, other: int, gain: int, gain_other: int, given: int, least: int) -> int:
    """The joint gain of a deal in which all deeds of one group bring so much: for deeds of another group, or for money.

    0 if it is unfair, or less than `least`.
    """
    if given >= 0:
        gain += gain_by_giving(s, seat, given)
        gain_other += gain_by_taking(s, t, other, seat, given)
    if gain + gain_other <= 0 or gain + gain_other < least:
        return 0
    price = price_of(s, t, seat, other, gain, gain_other)
    if is_fair(gain - price, gain_other + price) and is_fair(gain_other + price, gain - price):
        return gain + gain_other
    return 0


def gain_by_taking(s: Vector, t: Vector, seat: int, other: int, group: int) -> int:
    """What a seat gains by getting all that another has of a group."""
    mine = group * SEATS_MAXIMUM + seat
    theirs = group * SEATS_MAXIMUM + other
    count = s[COUNT + mine] + s[COUNT + theirs]
    together = worth_of(t, group, count, s[PRICES + mine] + s[PRICES + theirs])
    return together - s[WORTH + mine] - s[LOANS + theirs]


def gain_by_giving(s: Vector, seat: int, group: int) -> int:
    """What a seat gains by giving away all it has of a group: its loans, less the worth."""
    at = group * SEATS_MAXIMUM + seat
    return s[LOANS + at] - s[WORTH + at]


def price_of(s: Vector, t: Vector, seat: int, other: int, gain: int, gain_other: int) -> int:
    """What a seat pays so that both gain the same, limited to the money of the payer; negative if the other pays."""
    price = (gain - gain_other) // 2
    payer = seat if price > 0 else other
    spare = s[CASH + payer] - t[RESERVE]
    spare = max(spare, 0)
    amount = price if price > 0 else -price
    amount = min(amount, spare)
    return amount if price > 0 else -amount


def lay_best(s: Vector, t: Vector, seat: int, other: int, taken: int, given: int) -> None:
    """Make the offer that was found."""
    gain = gain_by_taking(s, t, seat, other, taken)
    gain_other = gain_by_giving(s, other, taken)
    if given >= 0:
        gain += gain_by_giving(s, seat, given)
        gain_other += gain_by_taking(s, t, other, seat, given)
    price = price_of(s, t, seat, other, gain, gain_other)
    pays = max(0, price)
    gets = -price if price < 0 else 0
    give_deeds = part_deeds(s, t, seat, given) if given >= 0 else 0
    s[MADE + seat] = s[MADE + seat] + 1 if s[MADE_IN + seat] == s[NUMBER] else 1
    s[MADE_IN + seat] = s[NUMBER]
    lay_offer(s, seat, other, pays, give_deeds, 0, gets, part_deeds(s, t, other, taken), 0, 0)


def part_deeds(s: Vector, t: Vector, seat: int, group: int) -> int:
    """A seat's deeds of a group, as a list."""
    found = 0
    shift = 0
    for i in range(t[GROUP_SIZE + group]):
        deed = t[GROUP_DEEDS + group * GROUP_MAXIMUM + i]
        if s[OWNER + deed] == seat:
            found |= deed << shift
            shift += 6
    return found

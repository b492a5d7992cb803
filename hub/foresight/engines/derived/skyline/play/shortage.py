"""Who could use scarce buildings, including skyscrapers and malls (mega-23) [D39]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CASH,
    GROUP_SET,
    GROUPS,
    HAND,
    HOTEL,
    HOUSE,
    HOUSE_PRICE,
    STAGE,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.shortage import deal_out  # noqa: F401 everything else is the same
from hub.foresight.engines.derived.play.stack import lowest_bit, owes
from hub.foresight.engines.derived.skyline.layout import SKYSCRAPER, TOP_STAGE
from hub.foresight.engines.derived.skyline.play.building import HOTEL_STAGE, building_on, sites


def demand(s: Vector, t: Vector, seat: int, building: int) -> int:
    """How many buildings of a kind a seat could place one after another now."""
    places = 0
    cheapest = 0
    left = s[WHOLE + seat]
    while left:
        group = t[GROUPS] - 1 - lowest_bit(left)
        left &= left - 1
        found = sites(s, t, seat, group)
        if not found or building_on(s, t, lowest_bit(found)) != building:
            continue
        price = t[HOUSE_PRICE + lowest_bit(found)]
        if cheapest == 0 or price < cheapest:
            cheapest = price
        own = s[HAND + seat] & t[GROUP_SET + group]
        while own:
            places += places_on(s[STAGE + lowest_bit(own)], building)
            own &= own - 1
    if cheapest == 0 or owes(s, seat):
        return 0
    return min(s[CASH + seat] // cheapest, places)


def places_on(stage: int, building: int) -> int:
    """How many buildings of a kind fit on a deed until it is full."""
    if building == HOUSE:
        return max(0, HOTEL_STAGE - 1 - stage)
    if building == HOTEL:
        return 1 if stage < HOTEL_STAGE else 0
    return 1 if stage < (TOP_STAGE if building == SKYSCRAPER else 1) else 0


def lowest_price(s: Vector, t: Vector, seats: int, building: int) -> int:
    """The lowest printed price among the places these seats have for a building."""
    cheapest = 0
    while seats:
        for group in range(t[GROUPS]):
            found = sites(s, t, (seats & 15) - 1, group)
            if found and building_on(s, t, lowest_bit(found)) == building:
                price = t[HOUSE_PRICE + lowest_bit(found)]
                if cheapest == 0 or price < cheapest:
                    cheapest = price
        seats >>= 4
    return cheapest

"""More demand than stock: others are asked, then buildings are auctioned one by one (classic-22) [K11]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ASKED,
    AUCTION,
    BUILDING,
    CASH,
    CHEAPEST_HOUSE,
    DEALING,
    EMPTY,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SIZE,
    GROUPS,
    HOTEL,
    HOUSE_PRICE,
    OWNER,
    PLACING,
    PLACING_AMOUNT,
    PLACING_COUNT,
    PLACING_PAID,
    SEATS,
    SHORTAGE,
    SHORTAGE_DEED,
    STAGE,
    STOCK,
    STOCK_SEEN,
    TASK,
    TOP,
    TOP_STAGE,
    WANTED,
    WANTERS,
    WHO,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.auctions import in_steps
from hub.foresight.engines.derived.play.building import building_above, building_on, lowest_stage, may_rise, raise_stage
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.stack import list_length, lowest_bit, owes, pop, push, solvent_from


def demand(s: Vector, t: Vector, seat: int, building: int) -> int:
    """How many buildings of a kind a seat could place one after another now."""
    places = 0
    cheapest = 0
    left = s[WHOLE + seat]
    while left:
        group = t[GROUPS] - 1 - lowest_bit(left)
        left &= left - 1
        lowest = lowest_stage(s, t, seat, group)
        if lowest < 0 or building_above(lowest) != building:
            continue
        price = t[HOUSE_PRICE + t[GROUP_DEEDS + group * GROUP_MAXIMUM]]
        if cheapest == 0 or price < cheapest:
            cheapest = price
        for i in range(t[GROUP_SIZE + group]):
            stage = s[STAGE + t[GROUP_DEEDS + group * GROUP_MAXIMUM + i]]
            if building == HOTEL:
                places += 1 if stage < TOP_STAGE else 0
            elif stage < TOP_STAGE - 1:
                places += TOP_STAGE - 1 - stage
    if cheapest == 0 or owes(s, seat):
        return 0
    affordable = s[CASH + seat] // cheapest
    return min(affordable, places)


def rivals(s: Vector, t: Vector, seat: int, building: int) -> int:
    """The others who could use buildings of a kind, as a list, if the stock does not suffice for all; else nobody."""
    money = -s[CASH + seat]
    for other in range(s[SEATS]):
        money += s[CASH + other] if s[WHOLE + other] else 0
    if s[STOCK + building] * t[CHEAPEST_HOUSE] > money:
        return 0
    others = solvent_from(s, seat) >> 4
    found = 0
    shift = 0
    wanted = 1
    while others:
        count = demand(s, t, (others & 15) - 1, building)
        if count:
            found |= (others & 15) << shift
            shift += 4
            wanted += count
        others >>= 4
    return found if wanted > s[STOCK + building] else 0


def build(s: Vector, t: Vector, deed: int) -> None:
    """Build one more stage at the printed price, unless others want the last buildings, too."""
    seat = s[OWNER + deed]
    building = building_on(s, t, deed)
    others = rivals(s, t, seat, building)
    if others:
        push(s, SHORTAGE, -1, building, s[STOCK + building], others << 4 | (seat + 1), 0, 0, deed)
        return
    raise_stage(s, t, deed, t[HOUSE_PRICE + deed])
    pay(s, seat, -1, t[HOUSE_PRICE + deed])


def want(s: Vector, amount: int) -> None:
    """The seat that is asked says how many it wants."""
    f = pop(s)
    asked = s[f + ASKED]
    place = list_length(s[f + WANTERS])
    wanters = s[f + WANTERS] | (asked & 15) << 4 * place
    wanted = s[f + WANTED] | amount << 7 * place
    if asked >> 4:
        push(s, SHORTAGE, -1, s[f + BUILDING], s[f + STOCK_SEEN], asked >> 4, wanters, wanted, s[f + SHORTAGE_DEED])
    else:
        push(s, DEALING, -1, s[f + BUILDING], 0, 0, wanters, wanted)


def judge_again(s: Vector, t: Vector) -> None:
    """After a sale or a mortgage while wishes are gathered: check if the stock is still too small, and for whom."""
    if s[TOP] == EMPTY or s[s[TOP] + TASK] != SHORTAGE:
        return
    f = pop(s)
    building = s[f + BUILDING]
    wanters = s[f + WANTERS]
    wanted = s[f + WANTED]
    deed = s[f + SHORTAGE_DEED]
    if not wanters:
        begin_again(s, t, (s[f + ASKED] & 15) - 1, deed)
        return
    asked = 0
    shift = 0
    most = 0
    everybody = solvent_from(s, (wanters & 15) - 1)
    while everybody:
        seat = (everybody & 15) - 1
        everybody >>= 4
        count = demand(s, t, seat, building)
        said = wish_of(wanters, wanted, seat)
        if said < 0 and count:
            asked |= (seat + 1) << shift
            shift += 4
        most += count if said < 0 or count < said else said
    if asked and most > s[STOCK + building]:
        push(s, SHORTAGE, -1, building, s[STOCK + building], asked, wanters, wanted, deed)
    else:
        push(s, DEALING, -1, building, 0, 0, wanters, wanted)


def wish_of(wanters: int, wanted: int, seat: int) -> int:
    """How many a seat said it wants; -1 if it has said nothing yet."""
    while wanters:
        if (wanters & 15) - 1 == seat:
            return wanted & 127
        wanters >>= 4
        wanted >>= 7
    return -1


def begin_again(s: Vector, t: Vector, seat: int, deed: int) -> None:
    """Build where the first seat wanted to, or ask again, if that is still possible."""
    if deed < 0 or not may_rise(s, t, seat, deed):
        return
    if owes(s, seat) or s[CASH + seat] < t[HOUSE_PRICE + deed]:
        return
    if s[STOCK + building_on(s, t, deed)] > 0:
        build(s, t, deed)


def deal_out(s: Vector, t: Vector) -> None:
    """What is left goes to all who want it if there is enough; otherwise one building goes to the highest bidder."""
    f = pop(s)
    building = s[f + BUILDING]
    wanters = s[f + WANTERS]
    wanted = s[f + WANTED]
    stock = s[STOCK + building]
    left = 0
    left_wanted = 0
    total = 0
    count = 0
    while wanters:
        seat = (wanters & 15) - 1
        wish = demand(s, t, seat, building)
        wish = min(wish, wanted & 127)
        if wish:
            left |= (seat + 1) << 4 * count
            left_wanted |= wish << 7 * count
            total += wish
            count += 1
        wanters >>= 4
        wanted >>= 7
    if not stock or not count:
        return
    if count == 1 or total <= stock:
        for i in range(count):
            place = count - 1 - i
            wish = left_wanted >> 7 * place & 127
            push(s, PLACING, (left >> 4 * place & 15) - 1, building, min(stock, wish))
        return
    push(s, DEALING, -1, building, 0, 0, left, left_wanted)
    push(s, AUCTION, -1, -1 - building, left, in_steps(t, lowest_price(s, t, left, building)), 0, -1)


def lowest_price(s: Vector, t: Vector, seats: int, building: int) -> int:
    """The lowest printed price among the places these seats have for a building."""
    cheapest = 0
    while seats:
        for group in range(t[GROUPS]):
            lowest = lowest_stage(s, t, (seats & 15) - 1, group)
            if lowest >= 0 and building_above(lowest) == building:
                price = t[HOUSE_PRICE + t[GROUP_DEEDS + group * GROUP_MAXIMUM]]
                if cheapest == 0 or price < cheapest:
                    cheapest = price
        seats >>= 4
    return cheapest


def place(s: Vector, t: Vector, deed: int) -> None:
    """Put a building that was won where it is wanted; then the next one, if there is another and a place for it."""
    f = pop(s)
    seat = s[f + WHO]
    building = s[f + BUILDING]
    count = s[f + PLACING_COUNT]
    if s[f + PLACING_PAID]:
        raise_stage(s, t, deed, s[f + PLACING_AMOUNT])
    else:
        raise_stage(s, t, deed, t[HOUSE_PRICE + deed])
        pay(s, seat, -1, t[HOUSE_PRICE + deed])
    if count > 1 and demand(s, t, seat, building):
        push(s, PLACING, seat, building, count - 1)

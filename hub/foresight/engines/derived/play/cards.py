"""The top card and what it does (classic-10, -11)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ADVANCE,
    BUILT,
    BY_CARD,
    CARD,
    CARD_SIZE,
    CARD_TO,
    CARDS_MAXIMUM,
    COLLECT,
    COLLECT_EACH,
    DRAW_DECK,
    FRAME,
    HAND,
    HOLDER,
    JAIL_CARD,
    KEPT_CARD,
    MOVE_BACK,
    MOVE_BACK_TO,
    MOVE_TO,
    NEXT_STATION,
    NEXT_STATION_CARD,
    NEXT_UTILITY,
    NEXT_UTILITY_CARD,
    PAY_BANK,
    PAY_EACH,
    PILE,
    PILE_LENGTH,
    REPAIRS,
    REPAIRS_TO,
    SPACE,
    SPACES,
    STAGE,
    TOP,
    TOP_STAGE,
    WHO,
    Vector,
)
from hub.foresight.engines.derived.play.money import pay
from hub.foresight.engines.derived.play.moving import go_forward, go_to_jail
from hub.foresight.engines.derived.play.stack import lowest_bit, pop, push, solvent_from


def draw(s: Vector, t: Vector) -> None:
    """Follow the top card; it goes back under its pile unless it is kept."""
    f = pop(s)
    seat = s[f + WHO]
    deck = s[f + DRAW_DECK]
    pile = PILE + deck * CARDS_MAXIMUM
    last = pile + s[PILE_LENGTH + deck] - 1
    card = s[pile]
    for i in range(pile, last):
        s[i] = s[i + 1]
    c = CARD + (deck * CARDS_MAXIMUM + card) * CARD_SIZE
    if t[c] == KEPT_CARD:
        s[PILE_LENGTH + deck] -= 1
        s[HOLDER + deck] = seat
    else:
        s[last] = card
    follow(s, t, seat, t[c], t[c + 1], t[c + 2])


def follow(s: Vector, t: Vector, seat: int, effect: int, first: int, second: int) -> None:
    """What a card with these two figures does."""
    space = s[SPACE + seat]
    if effect == MOVE_TO:
        go_forward(s, t, seat, first, BY_CARD)
    elif effect == NEXT_STATION_CARD:
        go_forward(s, t, seat, t[NEXT_STATION + space], BY_CARD, first)
    elif effect == NEXT_UTILITY_CARD:
        go_forward(s, t, seat, t[NEXT_UTILITY + space], BY_CARD, 1, first)
    elif effect == MOVE_BACK:
        push(s, ADVANCE, seat, (space - first) % t[SPACES], 0, 1, 0, BY_CARD)
    elif effect == MOVE_BACK_TO:
        push(s, ADVANCE, seat, first, 0, 1, 0, BY_CARD)
    elif effect == JAIL_CARD:
        go_to_jail(s, t, seat)
    elif effect == COLLECT:
        pay(s, -1, seat, first)
    elif effect == PAY_BANK:
        pay(s, seat, t[CARD_TO], first)
    elif effect in (PAY_EACH, COLLECT_EACH):
        pay_in_turn(s, seat, first, effect == PAY_EACH)
    elif effect == REPAIRS:
        pay(s, seat, t[REPAIRS_TO], repairs(s, t, seat, first, second))


def pay_in_turn(s: Vector, seat: int, amount: int, pays: bool) -> None:
    """Pay or collect with every other seat, clockwise; those who have to wait also wait in this order (K21)."""
    low = s[TOP] + FRAME
    others = solvent_from(s, seat) >> 4
    while others:
        other = (others & 15) - 1
        others >>= 4
        if pays:
            pay(s, seat, other, amount)
        else:
            pay(s, other, seat, amount)
    high = s[TOP]
    while low < high:
        for i in range(FRAME):
            held = s[low + i]
            s[low + i] = s[high + i]
            s[high + i] = held
        low += FRAME
        high -= FRAME


def repairs(s: Vector, t: Vector, seat: int, house: int, hotel: int) -> int:
    """Pay so much for each house and each hotel of a seat."""
    due = 0
    built = s[HAND + seat] & s[BUILT]
    while built:
        stage = s[STAGE + lowest_bit(built)]
        built &= built - 1
        due += hotel if stage == TOP_STAGE else house * stage
    return due

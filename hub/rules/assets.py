"""What a seat has in deeds and buildings, by the book: for guide prices, reports, and the end of a short evening."""

from __future__ import annotations

from hub.domain.ids import Seat
from hub.rules.game import Game


def estate_value(game: Game, seat: Seat) -> int:
    """The book value of deeds and buildings: printed price less a mortgage, buildings at cost."""
    deeds, printed = game.state.deeds, game.rules.track.deeds
    value = 0
    for space in deeds.hands[seat]:
        deed = printed[space]
        value += deed.price + deeds.stage[space] * deed.house_price - deeds.mortgaged[space] * deed.mortgage
    return value

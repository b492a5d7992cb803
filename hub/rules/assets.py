"""What a seat has in deeds and buildings, by the book: for guide prices, reports, and the end of a short evening."""

from __future__ import annotations

from hub.domain.ids import Seat
from hub.rules.game import Game


def estate_value(game: Game, seat: Seat) -> int:
    """The book value of deeds and buildings: printed price less a mortgage, buildings at cost."""
    deeds, printed = game.state.deeds, game.rules.track.deeds
    stage, mortgaged = deeds.stage, deeds.mortgaged
    value = game.hand(seat).prices
    for deed in [printed[space] for space in deeds.hands[seat] if stage[space] or mortgaged[space]]:
        value += stage[deed.space] * deed.house_price - mortgaged[deed.space] * deed.mortgage
    return value

"""Book values of a seat's deeds and buildings: for guide prices, reports, and the end of a game with limited rounds."""

from __future__ import annotations

from collections.abc import Sequence

from hub.domain.deeds import PRINTED
from hub.domain.ids import Seat
from hub.rules.game import Game
from hub.rules.track import Deed


def costs(game: Game, deed: Deed) -> Sequence[int]:
    """What each stage of a deed cost, the lowest first (K13)."""
    return [deed.house_price if paid == PRINTED else paid for paid in game.state.deeds.paid[deed.space]]


def estate_value(game: Game, seat: Seat) -> int:
    """The book value of deeds and buildings: printed price less a mortgage, buildings at what was paid for them."""
    deeds, printed = game.state.deeds, game.rules.track.deeds
    stage, mortgaged = deeds.stage, deeds.mortgaged
    value = game.hand(seat).prices
    for deed in [printed[space] for space in deeds.hands[seat] if stage[space] or mortgaged[space]]:
        value += sum(costs(game, deed)) - mortgaged[deed.space] * deed.mortgage
    return value

"""Book values of a seat's deeds and buildings, for guide prices, reports and limited rounds; what they would raise."""

from collections.abc import Collection, Sequence
from itertools import chain

from hub.domain.deeds import PRINTED
from hub.domain.ids import Seat, Space
from hub.rules.game import Game
from hub.rules.track import Deed


def costs(game: Game, deed: Deed) -> Sequence[int]:
    """What each stage of a deed cost, the lowest first (K13)."""
    paid = game.state.deeds.paid[deed.space]
    return [deed.house_price if each == PRINTED else each for each in paid] if PRINTED in paid else paid


def estate_value(game: Game, seat: Seat) -> int:
    """The book value of deeds and buildings: printed price less a mortgage, buildings at what was paid for them."""
    deeds, printed = game.state.deeds, game.rules.track.deeds
    value, hand = game.hand(seat).prices, deeds.hands[seat]
    for space in filter(deeds.mortgaged.__getitem__, hand):
        value -= printed[space].mortgage
    paid = [*chain.from_iterable(map(deeds.paid.__getitem__, hand))]
    if PRINTED in paid:
        paid = [cost for space in hand for cost in costs(game, printed[space])]
    return value + sum(paid)


def raisable(game: Game, seat: Seat) -> int:
    """What a seat could raise from the bank with all of its deeds and buildings."""
    return raisable_on(game, seat, game.state.deeds.hands[seat])


def raisable_on(game: Game, seat: Seat, deeds: Collection[Space]) -> int:
    """What it could raise on these."""
    rules = game.rules
    return rules.mortgages.raisable(game, seat, deeds) + rules.building.raisable(game, seat, deeds)

"""A hand sorted by groups: what a seat has of each, and where it could build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from hub.domain.ids import Space
from hub.rules.ports import Rules


class SortedHand(Struct, frozen=True, gc=False):
    """`plots` are the deeds by group, `buildable` those that are built or could be, mortgages aside. Only to be read.

    `prices` is the sum of what is printed on all deeds, `house_price_minimum` the least price of a building, 0 if there
    is nothing to build on.
    """

    plots: Mapping[str, Sequence[Space]]
    buildable: Sequence[Space]
    prices: int
    house_price_minimum: int


def sort_hand(rules: Rules, hand: tuple[Space, ...]) -> SortedHand:
    """Sort the deeds of one seat."""
    deeds = rules.track.deeds
    plots: dict[str, list[Space]] = {}
    for space in hand:
        plots.setdefault(deeds[space].group, []).append(space)
    grounds = [group for group, enough in rules.grounds.items() if group in plots and len(plots[group]) >= enough]
    buildable = [space for group in grounds for space in plots[group]]
    prices = sum([deeds[space].price for space in hand])
    return SortedHand(plots, buildable, prices, min([deeds[space].house_price for space in buildable], default=0))

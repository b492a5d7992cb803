"""A hand sorted by groups: what a seat owns of each, and where it could build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from hub.domain.ids import Space
from hub.rules.slots import Rules


class SortedHand(Struct, frozen=True, gc=False):
    """`plots` are the deeds by group, `buildable` those that could be built on, mortgages aside. Read-only.

    `prices` is the sum of what is printed on all deeds, `house_price_minimum` the least price of a building, 0 if there
    is nothing to build on.
    """

    plots: Mapping[str, Sequence[Space]]
    buildable: Sequence[Space]
    prices: int
    house_price_minimum: int


def sort_hand(rules: Rules, hand: tuple[Space, ...]) -> SortedHand:
    """Sort the deeds of one seat."""
    deeds, enough = rules.track.deeds, rules.grounds
    plots: dict[str, list[Space]] = {}
    prices = 0
    for space in hand:
        deed = deeds[space]
        prices += deed.price
        plots.setdefault(deed.group, []).append(space)
    grounds = [group for group, own in plots.items() if group in enough and len(own) >= enough[group]]
    grounds.sort(key=rules.track.groups.__getitem__)
    buildable = [space for group in grounds for space in plots[group]]
    return SortedHand(plots, buildable, prices, min([deeds[space].house_price for space in buildable], default=0))

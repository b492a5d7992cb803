"""A hand sorted by groups: what a seat owns of each, and where it could build."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from hub.domain.ids import Space
from hub.rules.slots import Rules


class SortedHand:
    """`plots` are the `deeds` of one seat by group. Read-only.

    `buildable` are those that could be built on, mortgages aside, in track order of their groups, the `grounds`;
    `house_price_minimum` is the least price of a building there, 0 if there are none.
    """

    def __init__(self, rules: Rules, deeds: tuple[Space, ...]) -> None:
        self._rules, self.deeds = rules, deeds
        printed = rules.track.deeds
        plots: dict[str, list[Space]] = {}
        for space in deeds:
            plots.setdefault(printed[space].group, []).append(space)
        self.plots: Mapping[str, Sequence[Space]] = plots
        enough = rules.grounds
        self.grounds = [group for group, own in plots.items() if group in enough and len(own) >= enough[group]]
        self.buildable: Sequence[Space] = ()
        self.house_price_minimum = 0
        if self.grounds:
            self.grounds.sort(key=rules.track.groups.__getitem__)
            self.buildable = [space for group in self.grounds for space in plots[group]]
            self.house_price_minimum = min([printed[space].house_price for space in self.buildable])

    @cached_property
    def prices(self) -> int:
        """The sum of what is printed on all of them."""
        printed = self._rules.track.deeds
        return sum([printed[space].price for space in self.deeds])

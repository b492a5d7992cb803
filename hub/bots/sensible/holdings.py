"""Which groups a seat has whole, worked out again only when some deed has changed hands."""

from __future__ import annotations

from hub.bots.sensible.chart import Chart, Group
from hub.bots.sight import Sight
from hub.domain.ids import NOBODY


class Holdings:
    """`whole` are the seat's complete groups, those with dear buildings first; `unsold` counts deeds of the bank.

    `changes` counts how often it had to be worked out.
    """

    __slots__ = ("_chart", "_seen", "changes", "unsold", "whole")

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._seen: list[int] = []
        self.whole: tuple[Group, ...] = ()
        self.unsold = 0
        self.changes = 0

    def look(self, sight: Sight) -> None:
        """Take notice of who has what now."""
        owner, seat = sight.deeds.owner, sight.seat
        if owner == self._seen:
            return
        self._seen = owner.copy()
        self.changes += 1
        self.unsold = owner.count(NOBODY) - self._chart.spaces_without_deed
        self.whole = tuple(
            [
                group
                for group in self._chart.groups_from_last
                if owner[group.deeds[0]] == seat and [*map(owner.__getitem__, group.deeds)].count(seat) == group.size
            ]
        )

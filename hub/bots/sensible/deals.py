"""Which exchanges of deeds would make two seats richer together, and what an exchange is worth to each.

A position is worth what its groups are worth (`chart`), so bringing the parts of a group into one hand makes both
sides richer in sum. A mortgaged deed is worth less by its loan.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.ids import NOBODY, Holder, Seat, Space


class Deal(Struct, frozen=True, gc=False):
    """`give` for `take` with seat `to`, and what each side gains without money."""

    to: Seat
    give: tuple[Space, ...]
    take: tuple[Space, ...]
    gain: int
    gain_to: int


class Parts(Struct, frozen=True, gc=False):
    """What `other` and this seat have of a group: worth apart and together, loans, which pass on with the deeds."""

    other: Seat
    mine: tuple[Space, ...]
    theirs: tuple[Space, ...]
    worth_mine: int
    worth_theirs: int
    together: int
    loans_mine: int
    loans_theirs: int


def deals(sight: Sight, chart: Chart) -> Iterator[Deal]:
    """All that another has of a group that is partly mine, for nothing or for my part of a group that they need."""
    everything = list(_all_parts(sight, chart))
    by_other = defaultdict[Seat, list[Parts]](list)
    for parts in everything:
        by_other[parts.other].append(parts)
    for taken in everything:
        gain = taken.together - taken.worth_mine - taken.loans_theirs
        gain_to = taken.loans_theirs - taken.worth_theirs
        if gain + gain_to > 0:
            yield Deal(taken.other, (), taken.theirs, gain, gain_to)
        for given in by_other[taken.other]:
            if given is not taken:
                loss = given.worth_mine - given.loans_mine
                more = given.together - given.worth_theirs - given.loans_mine
                yield Deal(taken.other, given.mine, taken.theirs, gain - loss, gain_to + more)


def _all_parts(sight: Sight, chart: Chart) -> Iterator[Parts]:
    owner, mortgaged, stage = sight.deeds.owner, sight.deeds.mortgaged, sight.deeds.stage
    plots, price, loan = sight.plots, chart.price, chart.loan
    for name, group in chart.groups.items():
        mine = plots.get(name, ())
        if not mine or len(mine) == group.size or any(map(stage.__getitem__, group.deeds)):
            continue
        prices, loans = sum([price[deed] for deed in mine]), sum([loan[deed] for deed in mine if mortgaged[deed]])
        percents = group.percents
        for other in sorted({who for deed in group.deeds if (who := owner[deed]) != NOBODY} - {sight.seat}):
            theirs = [deed for deed in group.deeds if owner[deed] == other]
            prices_theirs = sum([price[deed] for deed in theirs])
            yield Parts(
                other,
                tuple(mine),
                tuple(theirs),
                prices * percents[len(mine)] // 100,
                prices_theirs * percents[len(theirs)] // 100,
                (prices + prices_theirs) * percents[len(mine) + len(theirs)] // 100,
                loans,
                sum([loan[deed] for deed in theirs if mortgaged[deed]]),
            )


def deal_of(sight: Sight, chart: Chart, to: Seat, give: tuple[Space, ...], take: tuple[Space, ...]) -> Deal:
    """What any exchange of deeds would mean to both sides."""
    after = sight.deeds.owner.copy()
    for deed in give:
        after[deed] = to
    for deed in take:
        after[deed] = sight.seat
    moved = (*give, *take)
    return Deal(to, give, take, _gain(sight, chart, sight.seat, after, moved), _gain(sight, chart, to, after, moved))


def _gain(sight: Sight, chart: Chart, seat: Seat, after: list[Holder], moved: tuple[Space, ...]) -> int:
    before, mortgaged = sight.deeds.owner, sight.deeds.mortgaged
    groups = {chart.group_of[deed].name: chart.group_of[deed] for deed in moved}
    gain = sum([chart.worth(after, seat, group) - chart.worth(before, seat, group) for group in groups.values()])
    for deed in moved:
        if mortgaged[deed]:
            gain += chart.loan[deed] * ((before[deed] == seat) - (after[deed] == seat))
    return gain

"""Which exchanges of deeds would make two seats richer together, and what an exchange is worth to each.

A position is worth what its groups are worth (`chart`), so bringing the parts of a group into one hand makes both
sides richer in sum. A mortgaged deed is worth less by its loan.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hub.bots.sensible.chart import Chart, Group
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
    for taken in everything:
        gain = taken.together - taken.worth_mine - taken.loans_theirs
        gain_to = taken.loans_theirs - taken.worth_theirs
        if gain + gain_to > 0:
            yield Deal(taken.other, (), taken.theirs, gain, gain_to)
        for given in everything:
            if given.other == taken.other and given is not taken:
                loss = given.worth_mine - given.loans_mine
                more = given.together - given.worth_theirs - given.loans_mine
                yield Deal(taken.other, given.mine, taken.theirs, gain - loss, gain_to + more)


def _all_parts(sight: Sight, chart: Chart) -> Iterator[Parts]:
    owner, me, stage = sight.deeds.owner, sight.seat, sight.deeds.stage
    for group in chart.groups:
        owners = [*map(owner.__getitem__, group.deeds)]
        if me in owners and owners.count(me) < group.size and not any(map(stage.__getitem__, group.deeds)):
            for other in sorted({who for who in owners if who != NOBODY} - {me}):
                yield _parts(sight, chart, group, other)


def _parts(sight: Sight, chart: Chart, group: Group, other: Seat) -> Parts:
    owner, mortgaged, me = sight.deeds.owner, sight.deeds.mortgaged, sight.seat
    mine, theirs = [], []
    prices_mine = prices_theirs = loans_mine = loans_theirs = 0
    for deed in group.deeds:
        if owner[deed] == me:
            mine.append(deed)
            prices_mine += chart.price[deed]
            loans_mine += chart.loan[deed] * mortgaged[deed]
        elif owner[deed] == other:
            theirs.append(deed)
            prices_theirs += chart.price[deed]
            loans_theirs += chart.loan[deed] * mortgaged[deed]
    return Parts(
        other,
        tuple(mine),
        tuple(theirs),
        group.worth(len(mine), prices_mine),
        group.worth(len(theirs), prices_theirs),
        group.worth(len(mine) + len(theirs), prices_mine + prices_theirs),
        loans_mine,
        loans_theirs,
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

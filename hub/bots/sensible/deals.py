"""Which exchanges of deeds would make two seats richer together, and what an exchange is worth to each.

A position is worth what its groups are worth (`chart`), so bringing the parts of a group into one hand makes both
sides richer in sum. A mortgaged deed is worth less by its loan.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hub.bots.sensible.chart import Chart, Group
from hub.bots.sight import Sight
from hub.domain.ids import NOBODY, Seat, Space


class Deal(Struct, frozen=True, gc=False):
    """`give` for `take` with seat `to`, and what each side gains without money."""

    to: Seat
    give: tuple[Space, ...]
    take: tuple[Space, ...]
    gain: int
    gain_to: int


class Parts(Struct, frozen=True, gc=False):
    """What `other` and this seat have of one group, what each part is worth, and both of them in one hand.

    Loans count against whoever gets a mortgaged deed.
    """

    other: Seat
    mine: tuple[Space, ...]
    his: tuple[Space, ...]
    worth_mine: int
    worth_his: int
    together: int
    loans_mine: int
    loans_his: int


def deals(sight: Sight, chart: Chart) -> Iterator[Deal]:
    """All that another has of a group that is partly mine, for nothing or for my part of a group that he needs."""
    everything = list(_all_parts(sight, chart))
    for taken in everything:
        gain = taken.together - taken.worth_mine - taken.loans_his
        gain_to = taken.loans_his - taken.worth_his
        if gain + gain_to > 0:
            yield Deal(taken.other, (), taken.his, gain, gain_to)
        for given in everything:
            if given.other == taken.other and given is not taken:
                loss = given.worth_mine - given.loans_mine
                more = given.together - given.worth_his - given.loans_mine
                yield Deal(taken.other, given.mine, taken.his, gain - loss, gain_to + more)


def _all_parts(sight: Sight, chart: Chart) -> Iterator[Parts]:
    owner, me, stage = sight.deeds.owner, sight.seat, sight.deeds.stage
    for group in chart.groups:
        owners = [*map(owner.__getitem__, group.deeds)]
        if me in owners and owners.count(me) < group.size and not any(map(stage.__getitem__, group.deeds)):
            for other in sorted(set(owners).difference((me, NOBODY))):
                yield _parts(sight, chart, group, other)


def _parts(sight: Sight, chart: Chart, group: Group, other: Seat) -> Parts:
    owner, mortgaged, me = sight.deeds.owner, sight.deeds.mortgaged, sight.seat
    mine, his = [], []
    prices_mine = prices_his = loans_mine = loans_his = 0
    for deed in group.deeds:
        if owner[deed] == me:
            mine.append(deed)
            prices_mine += chart.price[deed]
            loans_mine += chart.loan[deed] * mortgaged[deed]
        elif owner[deed] == other:
            his.append(deed)
            prices_his += chart.price[deed]
            loans_his += chart.loan[deed] * mortgaged[deed]
    return Parts(
        other,
        tuple(mine),
        tuple(his),
        group.worth(len(mine), prices_mine),
        group.worth(len(his), prices_his),
        group.worth(len(mine) + len(his), prices_mine + prices_his),
        loans_mine,
        loans_his,
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


def _gain(sight: Sight, chart: Chart, seat: Seat, after: list[Seat], moved: tuple[Space, ...]) -> int:
    before, mortgaged = sight.deeds.owner, sight.deeds.mortgaged
    groups = {chart.group_of[deed].name: chart.group_of[deed] for deed in moved}
    gain = sum([chart.worth(after, seat, group) - chart.worth(before, seat, group) for group in groups.values()])
    for deed in moved:
        if mortgaged[deed]:
            gain += chart.loan[deed] * ((before[deed] == seat) - (after[deed] == seat))
    return gain

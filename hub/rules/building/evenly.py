"""Who may build and sell where: evenly, on enough of an unmortgaged group (classic-18 to -21, -23, mega-11, -12).

Only judges; `works` carries out. Evenness compares the stages of the seat's own deeds, so a hotel counts as five (K6).
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from hub.domain.ids import Seat, Space
from hub.domain.tasks import AuctionRunning, BuildingLot, PlacingPending
from hub.rules.asking import cannot_pay, not_owner
from hub.rules.assets import plots
from hub.rules.building.ladder import Ladder
from hub.rules.game import Game, Reason, Rejected
from hub.rules.track import Deed

NOTHING_PROMISED: Mapping[str, int] = MappingProxyType({})


def together(game: Game, ladder: Ladder, seat: Seat, deed: Deed) -> Sequence[Space]:
    """The seat's deeds that have to be built evenly with this one, itself included."""
    return (deed.space,) if ladder.alone else plots(game, seat, deed.group)


def lacking(game: Game, ladder: Ladder, deed: Deed, own: Sequence[Space]) -> int:
    """How many more deeds of the group a seat with these plots needs before it may build at all."""
    return 0 if ladder.alone else len(game.rules.track.groups[deed.group]) - ladder.missing - len(own)


def refuse_stage_up(game: Game, seat: Seat, space: Space) -> Rejected | None:
    """Refuse another's deed, too small or mortgaged a group, a full deed, an uneven step; ignores stock and money."""
    rules, deeds = game.rules, game.state.deeds
    deed = rules.track.deeds.get(space)
    if deed is None or not deed.house_price:
        return Rejected(Reason.NO_SUCH_DEED)
    if deeds.owner[space] != seat:
        return Rejected(Reason.NOT_OWNER)
    ladder = rules.ladders[deed.kind]
    own = (space,) if ladder.alone else game.hand(seat).plots[deed.group]
    return _refuse_step(game, ladder, deed.group, own, deeds.stage[space])


def _refuse_step(game: Game, ladder: Ladder, group: str, own: Sequence[Space], stage: int) -> Rejected | None:
    """The same for a step from this stage, on one of the deeds of a group that a seat has to build evenly."""
    deeds, count = game.state.deeds, len(own)
    missing = len(game.rules.track.groups[group]) - count
    if missing > ladder.missing and not ladder.alone:
        return Rejected(Reason.GROUP_INCOMPLETE)
    if True in map(deeds.mortgaged.__getitem__, own):
        return Rejected(Reason.GROUP_MORTGAGED)
    if stage == ladder.top:
        return Rejected(Reason.FULLY_BUILT)
    if missing and 0 < ladder.whole_from <= stage + 1:
        return Rejected(Reason.GROUP_INCOMPLETE)
    if ladder.caps and stage == ladder.cap(count):
        return Rejected(Reason.GROUP_INCOMPLETE)
    return Rejected(Reason.UNEVEN) if ladder.beside[stage + 1] > min(map(deeds.stage.__getitem__, own)) else None


def refuse_stage_down(game: Game, seat: Seat, space: Space) -> Rejected | None:
    """Refuse to sell a building that is not there or not theirs, or whose sale would leave the group uneven."""
    if rejected := not_owner(game, seat, space):
        return rejected
    deed, deeds = game.rules.track.deeds[space], game.state.deeds
    stage = deeds.stage[space]
    if not stage:
        return Rejected(Reason.NOT_BUILT)
    ladder = game.rules.ladders[deed.kind]
    own = together(game, ladder, seat, deed)
    return Rejected(Reason.UNEVEN) if stage - 1 < ladder.beside[max(map(deeds.stage.__getitem__, own))] else None


def refuse_stock(
    game: Game, ladder: Ladder, before: int, stage: int, promised: Mapping[str, int] = NOTHING_PROMISED
) -> Rejected | None:
    """Refuse a step for which the bank lacks the buildings, apart from those `promised` to others."""
    stock = game.state.supply.stock
    for kind, change in ladder.changes[before][stage].items():
        if change < 0 and stock[kind] + change < promised.get(kind, 0):
            return Rejected(Reason.NO_STOCK, {"kind": kind})
    return None


def refuse_price(game: Game, seat: Seat, deed: Deed) -> Rejected | None:
    """Refuse debtors, and a seat that cannot pay for the building."""
    return cannot_pay(game, seat, deed.house_price, "building")


def sites(game: Game, seat: Seat, kind: str) -> Iterator[Space]:
    """Where a seat could put one building of a kind now, regardless of money and stock."""
    ladders, deeds, stage, hand = game.rules.ladders, game.rules.track.deeds, game.state.deeds.stage, game.hand(seat)
    for group in hand.grounds:
        plots = hand.plots[group]
        ladder = ladders[deeds[plots[0]].kind]
        needed = ladder.needed
        if kind not in needed:
            continue
        for own in [(space,) for space in plots] if ladder.alone else (plots,):
            possible = [
                step
                for step in {*map(stage.__getitem__, own)}
                if needed[step + 1] == kind and _refuse_step(game, ladder, group, own, step) is None
            ]
            if possible:
                yield from [space for space in own if stage[space] in possible]


def has_site(game: Game, seat: Seat, kind: str) -> bool:
    """Whether a seat could put a building of a kind anywhere now."""
    return next(sites(game, seat, kind), None) is not None


def needed(game: Game, space: Space) -> str:
    """The kind of building that leads to the next stage of a deed; empty if it is full."""
    rules = game.rules
    return rules.ladders[rules.track.deeds[space].kind].needed[game.state.deeds.stage[space] + 1]


def promised(game: Game) -> Mapping[str, int]:
    """The buildings that nobody else can have just now: the one under the hammer, and those about to be placed."""
    found: dict[str, int] = {}
    for task in game.state.agenda.tasks:
        if isinstance(task, PlacingPending):
            found[task.building] = found.get(task.building, 0) + task.count
        elif isinstance(task, AuctionRunning) and isinstance(task.lot, BuildingLot):
            found[task.lot.building] = found.get(task.lot.building, 0) + 1
    return found


def refuse_losing_place(game: Game, seat: Seat, deed: Deed, sold: str = "") -> Rejected | None:
    """Refuse to give up the last place for a building that the seat leads for, or has won and not placed yet [K11].

    A bid binds; everything else may be sold and mortgaged during the auction. Whoever sells a building of the kind that
    is contested (`sold`) makes a place for it.
    """
    task = game.state.agenda.task
    if isinstance(task, AuctionRunning) and isinstance(task.lot, BuildingLot) and task.leader == seat:
        kind = task.lot.building
    elif isinstance(task, PlacingPending) and task.paid and task.seat == seat:
        kind = task.building
    else:
        return None
    if sold == kind or not deed.house_price:
        return None
    lost = together(game, game.rules.ladders[deed.kind], seat, deed)
    return None if set(sites(game, seat, kind)).difference(lost) else Rejected(Reason.BUILDINGS_CONTESTED)

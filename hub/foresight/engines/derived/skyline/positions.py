"""Turns the state of a game with speed die and tickets into the flat position; what does not fit is refused by name."""

from __future__ import annotations

from collections.abc import Iterable

from hub.domain.state import State
from hub.domain.tasks import (
    AdvancePending,
    AuctionRunning,
    BuildingLot,
    BusPending,
    CatchUpPending,
    GiftPending,
    PlacingPending,
    SecondMoveOpen,
    ShortageOpen,
    ShortagePending,
    SpacePending,
    TicketPending,
)
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import positions as standard
from hub.foresight.engines.derived.positions import Frames, ask, begun, read_deeds, read_goods
from hub.foresight.engines.derived.skyline import layout as here
from hub.foresight.engines.derived.tables import NotCovered, plain
from hub.rules.slots import Rules

BUILDINGS = ("house", "hotel", "skyscraper", "mall")
WAYS = {
    **standard.WAYS,
    "ticket": here.BY_TICKET,
    "bus": here.BY_BUS,
    "mogul": here.BY_MOGUL,
    "triple": here.BY_TRIPLE,
    "auction": here.BY_AUCTION,
}
FACES = {"mogul": here.MOGUL_FACE, "bus": here.BUS_FACE}


def position_of(rules: Rules, t: at.Vector, state: State) -> at.Vector:
    """The position of a game whose edition has these tables, with bots that remember nothing. Raises NotCovered."""
    s = begun(state)
    s += [0] * (here.PAPER_SIZE - len(s))
    faces, custody = state.turns.faces, state.custody
    s[here.DIE3] = faces[2] if len(faces) > 2 else 0
    s[here.FRESH] = sum([1 << seat for seat in custody.fresh])
    for seat, bail in custody.deferred.items():
        s[here.DEFERRED + seat] = bail.amount
    read_deeds(t, s, state, here.PAID, here.TOP_STAGE, here.ENOUGH)
    for building, name in enumerate(BUILDINGS):
        s[here.STOCK + building] = state.supply.stock[name]
    _tickets(s, state)
    _requests(s, state)
    read_goods(rules, s, state)
    ask(rules, s, state.agenda.tasks, FRAMES)
    return s


def _tickets(s: at.Vector, state: State) -> None:
    pile, held = state.tickets.pile, state.tickets.held
    s[here.TICKETS : here.TICKETS + len(pile)], s[here.TICKETS_LEFT] = pile, len(pile)
    hands = [16 * ticket + seat for ticket, seat in held.items()]
    s[here.HELD : here.HELD + len(hands)], s[here.HELD_COUNT] = hands, len(hands)


def _requests(s: at.Vector, state: State) -> None:
    requests = state.rent_requests
    if requests.brief:
        raise NotCovered("a rent request of an older game")
    if len(requests.open) > here.REQUESTS_MAXIMUM // 2:
        raise NotCovered("so many rent requests")
    s[here.REQUESTS] = len(requests.open)
    for number, due in enumerate(requests.open):
        place = here.REQUEST + number * here.REQUEST_SIZE
        figures = plain(due.payer), plain(due.payee), due.amount, due.inputs["deed"]
        s[place : place + here.REQUEST_SIZE] = figures


def _advance(_rules: Rules, task: AdvancePending) -> Iterable[int]:
    figures = task.space, task.salary, task.rent_factor, task.rent_throw_factor, WAYS[task.by]
    return at.ADVANCE, task.seat, *figures


def _auction(rules: Rules, task: AuctionRunning) -> Iterable[int]:
    if not isinstance(task.lot, BuildingLot):
        return standard.FRAMES[AuctionRunning](rules, task)
    lot, bidders = -1 - BUILDINGS.index(task.lot.building), standard.seats_in(task.bidders)
    return at.AUCTION, standard.NO_SEAT, lot, bidders, task.minimum, task.high, plain(task.leader)


def _shortage(_rules: Rules, task: ShortagePending) -> Iterable[int]:
    building, asked = BUILDINGS.index(task.building), standard.seats_in(task.seats)
    return at.SHORTAGE, standard.NO_SEAT, building, task.stock, asked, *standard.wishes(task.wants), task.deed


def _dealing(_rules: Rules, task: ShortageOpen) -> Iterable[int]:
    return at.DEALING, standard.NO_SEAT, BUILDINGS.index(task.building), 0, 0, *standard.wishes(task.wants)


def _placing(_rules: Rules, task: PlacingPending) -> Iterable[int]:
    return at.PLACING, task.seat, BUILDINGS.index(task.building), task.count, int(task.paid), task.amount


def _space(_rules: Rules, task: SpacePending) -> Iterable[int]:
    if task.purpose == "auction":
        return here.LOT_CHOICE, task.seat, sum([1 << space for space in task.spaces])
    return here.ANY_SPACE, task.seat, task.spaces[-1]


def _ticket(rules: Rules, task: TicketPending) -> Iterable[int]:
    origin = (task.spaces[0] - 1) % len(rules.track.spaces)
    if task.spaces != rules.track.beside(origin):
        raise NotCovered("such spaces for a ticket")
    return here.TICKET, task.seat, origin


FRAMES: Frames = {
    **standard.FRAMES,
    AdvancePending: _advance,
    AuctionRunning: _auction,
    ShortagePending: _shortage,
    ShortageOpen: _dealing,
    PlacingPending: _placing,
    SecondMoveOpen: lambda _rules, task: (here.SECOND, task.seat, FACES[task.face]),
    BusPending: lambda _rules, task: (here.BUS, task.seat),
    GiftPending: lambda _rules, task: (here.GIFT, task.seat, task.amount),
    TicketPending: _ticket,
    SpacePending: _space,
    CatchUpPending: lambda _rules, task: (here.CATCH_UP, task.seat, task.deed, task.cost),
}

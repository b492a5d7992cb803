"""The open tasks after a correction: those that no longer make sense are dropped, the others stay.

A task about a deed needs the deed as it was, an auction a leader who can pay, a shortage places to build on. Debts stay
until they are paid. Called by the corrections slot after its facts.
"""

import msgspec

from hub.domain import tasks
from hub.domain.auctions import AuctionClosed, SealedAuctionVoided
from hub.domain.ids import BANK, NOBODY, Seat, Space
from hub.domain.pieces import in_jail
from hub.rules.assets import has_built
from hub.rules.building.evenly import has_site
from hub.rules.building.shortage import means
from hub.rules.claims import can_build
from hub.rules.debts import sell_together
from hub.rules.game import Game
from hub.rules.shares.market import refuse_holding


def mend(game: Game) -> None:
    """Drop every task that no longer makes sense; begin an auction again if its leader can no longer pay."""
    waiting, game.tasks = game.tasks, []
    for task in waiting:
        if isinstance(task, tasks.AuctionRunning) and isinstance(task.lot, tasks.DeedLot):
            _mend_auction(game, task, task.lot.deed)
        elif isinstance(task, tasks.AuctionRunning) and isinstance(task.lot, tasks.EstateLot):
            _mend_estate(game, task, task.lot)
        elif isinstance(task, tasks.ShortagePending):
            game.ask(msgspec.structs.replace(task, stock=game.state.supply.stock[task.building]))
        elif isinstance(task, tasks.SpacePending) and task.purpose == "auction":
            _mend_choice(game, task)
        elif isinstance(task, tasks.SealedAuctionRunning) and not _still_for_sale(game, task):
            game.emit(SealedAuctionVoided(task.auction, task.lot))
        elif makes_sense(game, task):
            game.ask(task)


def makes_sense(game: Game, task: tasks.Task) -> bool:
    """Whether a task other than the auction of a deed still makes sense."""
    deeds = game.state.deeds
    match task:
        case tasks.BuyPending(seat=seat, deed=deed):
            return deeds.owner[deed] == NOBODY and game.state.pieces.spaces[seat] == deed
        case tasks.BuildPending(seat=seat, group=group):
            space = game.state.pieces.spaces[seat]
            stands = space in game.rules.track.groups[group] and deeds.owner[space] == seat
            return stands and can_build(game, seat, group)
        case tasks.RentThrowPending(seat=seat, deed=deed):
            owed = deeds.owner[deed] not in {NOBODY, seat} and not deeds.mortgaged[deed]
            return owed and game.state.pieces.spaces[seat] == deed
        case tasks.MortgageChoicePending(seat=seat, deed=deed):
            return deeds.owner[deed] == seat and deeds.mortgaged[deed]
        case tasks.AdvancePending(seat=seat) | tasks.ThrowAgainPending(seat=seat) | tasks.SpacePending(seat=seat):
            return not in_jail(game.state, seat)
        case tasks.BusPending(seat=seat) | tasks.GiftPending(seat=seat) | tasks.TicketPending(seat=seat):
            return not in_jail(game.state, seat)
        case tasks.InterestPending(issuer=issuer, count=count):
            return refuse_holding(game, BANK, issuer, count) is None
        case tasks.PlacingPending(seat=seat, building=building):
            return game.state.supply.stock[building] > 0 and has_site(game, seat, building)
        case tasks.AuctionRunning(lot=tasks.BuildingLot(building=building)) as auction:
            # otherwise the shortage below the auction is dealt out again, by what seats can use now
            wanted = all(means(game, seat, building) for seat in auction.bidders)
            return wanted and game.state.supply.stock[building] > 0 and _leader_can_pay(game, auction)
    return True


def drop_landing(game: Game, seat: Seat) -> None:
    """A piece was moved: a card that the seat had to draw on its former space is not drawn."""
    game.tasks = [task for task in game.tasks if not (isinstance(task, tasks.DrawPending) and task.seat == seat)]


def shift_move(game: Game, seat: Seat, origin: Space, space: Space) -> None:
    """A piece on its way by a throw goes the same distance from its new space; the destination of a card stays."""
    count = len(game.rules.track.spaces)
    for index, task in enumerate(game.tasks):
        if isinstance(task, tasks.AdvancePending) and task.seat == seat and task.by == "throw":
            target = (space + task.space - origin) % count
            salary = game.rules.salary.due(game.rules.track, space, target)
            game.tasks[index] = msgspec.structs.replace(task, space=target, salary=salary)


def keep_debts(game: Game) -> None:
    """Of all open tasks only debts and inherited mortgages survive a change of the turn."""
    for task in game.tasks:
        if isinstance(task, tasks.AuctionRunning):
            game.emit(AuctionClosed(task.lot, NOBODY, 0))
        elif isinstance(task, tasks.SealedAuctionRunning):
            game.emit(SealedAuctionVoided(task.auction, task.lot))
    game.tasks = [task for task in game.tasks if isinstance(task, tasks.DebtPending | tasks.MortgageChoicePending)]


def _mend_auction(game: Game, task: tasks.AuctionRunning, deed: Space) -> None:
    if game.state.deeds.owner[deed] != NOBODY:
        game.emit(AuctionClosed(task.lot, NOBODY, 0))
    elif _leader_can_pay(game, task):
        game.ask(task)
    else:
        game.rules.auction.open(game, (deed,))


def _mend_choice(game: Game, task: tasks.SpacePending) -> None:
    """Any deed that is unsold now may be chosen for auction, if there is one."""
    owner = game.state.deeds.owner
    unsold = tuple([space for space in game.rules.track.deeds if owner[space] == NOBODY])
    if unsold and not in_jail(game.state, task.seat):
        game.ask(msgspec.structs.replace(task, spaces=unsold))


def _still_for_sale(game: Game, task: tasks.SealedAuctionRunning) -> bool:
    """Whether the seller still has the shares, or the deed unbuilt. A bidder who can no longer pay gets a debt."""
    if isinstance(task.lot, tasks.SharesLot):
        return refuse_holding(game, task.seller, task.lot.issuer, task.lot.count) is None
    assert isinstance(task.lot, tasks.DeedLot), "only deeds and shares are sold by sealed bids"
    group = game.rules.track.deeds[task.lot.deed].group
    return game.state.deeds.owner[task.lot.deed] == task.seller and not has_built(game, task.seller, group)


def _mend_estate(game: Game, task: tasks.AuctionRunning, lot: tasks.EstateLot) -> None:
    """Deeds with a new owner are no longer part of the lot."""
    owner = game.state.deeds.owner
    deeds = tuple(deed for deed in lot.deeds if owner[deed] == NOBODY)
    if deeds == lot.deeds and _leader_can_pay(game, task):
        game.ask(task)
        return
    game.emit(AuctionClosed(lot, NOBODY, 0))
    if deeds:
        sell_together(game, tasks.EstateLot(deeds, tuple(deed for deed in lot.mortgaged if deed in deeds)))


def _leader_can_pay(game: Game, task: tasks.AuctionRunning) -> bool:
    return task.leader == NOBODY or game.state.ledger.balances[task.leader] >= task.high

"""Secret maxima in an open auction: the hub bids for a seat up to a limit that only this seat may know.

Two maxima are resolved as if two people bid against each other one step at a time. Only the loser's last bid and the
one above it are placed, so that the feed shows the outcome and not every step. The seats could have made both bids
themselves.
"""

from collections.abc import Iterator

from hub.domain.auctions import BidPlaced
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import AuctionRunning, Lot
from hub.rules.auctions.lots import purpose_of
from hub.rules.game import Game
from hub.rules.payments import most_payable


def place_bids(game: Game, task: AuctionRunning) -> AuctionRunning:
    """Bid for seats with a maximum until none suffices for another bid; returns the auction as it then stands."""
    if not game.state.open_bids.maxima:
        return task
    for seat, amount in duel(task, _limits(game, task)):
        game.emit(BidPlaced(seat, task.lot, amount))
        task = after_bid(task, seat, amount)
    return task


def after_bid(task: AuctionRunning, seat: Seat, amount: int) -> AuctionRunning:
    return AuctionRunning(task.lot, task.bidders, amount + task.step, amount, seat, task.step)


def duel(task: AuctionRunning, limits: dict[Seat, int]) -> Iterator[tuple[Seat, int]]:
    """The bids (seat, amount) in order, if each seat goes up to its limit. `limits` are in the order they were set.

    Of equal limits, the leader's wins, or else the one set first.
    """
    least, step, leader = task.minimum, task.step, task.leader
    able = [seat for seat, limit in limits.items() if limit >= least]
    if not any(seat != leader for seat in able):
        return
    ranked = sorted(able, key=lambda seat: (-limits[seat], seat != leader))  # stable: the first set comes first
    winner, loser = ranked[0], ranked[1] if len(ranked) > 1 else NOBODY
    if loser == NOBODY:
        yield winner, least
        return
    top = limits[loser] - step if limits[loser] == limits[winner] else limits[loser]
    if loser == leader:  # it leads already: somebody has to bid before it can bid again
        if top - step < least:
            yield winner, least
            return
        yield winner, top - step
    elif top < least:
        yield loser if winner == leader else winner, least
        return
    yield loser, top
    yield winner, top + step


def _limits(game: Game, task: AuctionRunning) -> dict[Seat, int]:
    """The limit for each bidder: no more than the seat can pay, and in whole steps."""
    purpose, maxima = purpose_of(task.lot), game.state.open_bids.maxima
    return {
        seat: min(amount, most_payable(game, seat, purpose)) // task.step * task.step
        for seat, (lot, amount) in maxima.items()
        if lot == task.lot and seat in task.bidders
    }


def has_maximum(game: Game, seat: Seat, lot: Lot) -> bool:
    """Whether the hub bids for a seat for this lot."""
    return game.state.open_bids.maxima.get(seat, (None, 0))[0] == lot

"""All pay: the highest bid gets the lot, and everybody pays what they bid (haustein-08 to -10)."""

from msgspec import structs

from hub.domain.bidding import BidsRevealed, BidsTied, SealedAuctionClosed
from hub.domain.ids import BANK, Seat, seat_of
from hub.domain.tasks import DeedLot, SealedAuctionRunning
from hub.domain.turns import seats_from
from hub.rules.auctions.closing import drawn_by_lot, highest, leave_unsold
from hub.rules.auctions.lots import deliver
from hub.rules.auctions.sealed import SealedBidding
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.track import Deed


@part(sheet="all_pay")
class AllPay:
    """After a tie for the highest bid nobody pays: the tied seats bid again, at least as much as before.

    After `tie_rounds` such rounds a lot draw decides, and all who bid in the last round pay (H8, H9).
    """

    tie_rounds: int

    def purpose(self, task: SealedAuctionRunning) -> str:
        return "auction_bid" if task.seller == BANK else "private_bid"

    def close(self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed) -> None:
        most, seats = highest(revealed)
        if most == 0:
            leave_unsold(game, task)
        elif len(seats) > 1 and task.round <= self.tie_rounds:
            self._bid_again(game, task, seats, most)
        else:
            self._hammer(game, task, revealed, seats, most)

    def _bid_again(self, game: Game, task: SealedAuctionRunning, seats: tuple[Seat, ...], minimum: int) -> None:
        game.emit(BidsTied(task.auction, seats, minimum))
        further = {"bidders": seats, "waiting": seats, "commitments": (), "minimum": minimum, "round": task.round + 1}
        game.ask(structs.replace(task, **further, fine=0))

    def _hammer(
        self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed, seats: tuple[Seat, ...], most: int
    ) -> None:
        drawn = len(seats) > 1
        winner = drawn_by_lot(seats, revealed) if drawn else seats[0]
        game.emit(SealedAuctionClosed(task.auction, task.lot, task.seller, winner, most, drawn))
        purpose, inputs = self.purpose(task), {"auction": task.auction, "round": task.round, "deed": _deed(task)}
        for seat, amount in zip(revealed.seats, revealed.amounts, strict=True):
            pay(game, seat, task.seller, amount, purpose, inputs)
        takings = game.rules.levies.get("private_takings")
        if takings is not None and task.seller != BANK:
            takings.take(game, seat_of(task.seller), sum(revealed.amounts))
        deliver(game, task.lot, task.seller, winner)


def _deed(task: SealedAuctionRunning) -> int:
    assert isinstance(task.lot, DeedLot), "only deeds are sold all-pay"
    return task.lot.deed


@part(sheet="auctioned_sealed")
class AuctionedSealed:
    """Unowned deeds cannot be bought: all seats in the game make sealed bids for them (haustein-08) [H6, H11]."""

    bidding: SealedBidding

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        self.bidding.open(game, "all_pay", DeedLot(deed.space), BANK, seats_from(game.state, seat))

"""First price: the highest bidder gets the lot and pays the bid, others pay nothing; a lot draw decides a tie [H22]."""

from hub.domain.bidding import BidsRevealed, SealedAuctionClosed
from hub.domain.tasks import SealedAuctionRunning, SharesLot
from hub.rules.auctions.closing import drawn_by_lot, highest, leave_unsold
from hub.rules.auctions.lots import deliver
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay


@part(sheet="first_price")
class FirstPrice:
    """For shares of the bank that several seats want (haustein-18)."""

    def purpose(self, task: SealedAuctionRunning) -> str:
        return "share_purchase"

    def close(self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed) -> None:
        most, seats = highest(revealed)
        if most == 0:
            leave_unsold(game, task)
            return
        drawn = len(seats) > 1
        winner = drawn_by_lot(seats, revealed) if drawn else seats[0]
        game.emit(SealedAuctionClosed(task.auction, task.lot, task.seller, winner, most, drawn))
        assert isinstance(task.lot, SharesLot), "only shares are sold to the highest bid alone"
        inputs = {"issuer": task.lot.issuer, "count": task.lot.count}
        pay(game, winner, task.seller, most, self.purpose(task), inputs)
        deliver(game, task.lot, task.seller, winner)

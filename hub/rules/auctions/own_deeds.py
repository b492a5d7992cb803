"""An owner puts a deed up for sealed bids, which are paid to the owner (haustein-11, haustein-12) [H13, H14, H15]."""

from collections.abc import Iterable

from hub.domain.commands import AuctionDeed
from hub.domain.deeds import owned_by
from hub.domain.ids import Seat, Space
from hub.domain.money import half_up
from hub.domain.tasks import DeedLot, MortgageChoicePending
from hub.domain.turns import seats_from
from hub.rules.asking import absent, no_free_moment, not_owner, not_your_turn, short_of
from hub.rules.auctions.sealed import SealedBidding
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import stands_in_the_way


@part(sheet="own_deed_auctions")
class OwnDeedAuctions:
    """In the owner's own turn, for deeds of unbuilt groups; all others may bid.

    Without a valid bid the seller pays `fine_percent` of their minimum, so they must have that.
    """

    bidding: SealedBidding
    fine_percent: int

    def handlers(self) -> Handlers:
        return (Handler(AuctionDeed, self.refuse, self.put_up, free=self.free),)

    def refuse(self, game: Game, command: AuctionDeed) -> Rejected | None:
        seat, deed = command.seat, command.deed
        rejected = absent(game, seat) or not_your_turn(game, seat) or no_free_moment(game)
        rejected = rejected or refuse_deed(game, seat, deed)
        if rejected is not None:
            return rejected
        if command.amount < 0:
            return Rejected(Reason.BID_TOO_LOW, {"minimum": 0})
        return short_of(game, seat, self._fine(command.amount))

    def put_up(self, game: Game, command: AuctionDeed) -> None:
        seat, minimum, fine = command.seat, command.amount, self._fine(command.amount)
        bidders = seats_from(game.state, seat)[1:]
        self.bidding.open(game, "all_pay", DeedLot(command.deed), seat, bidders, minimum=minimum, fine=fine)

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if game.state.turns.seat == seat:
            most = 100 * game.state.ledger.balances[seat] // self.fine_percent
            for deed in owned_by(game.state, seat):
                yield Choice(AuctionDeed(seat, deed), minimum=0, maximum=most - most % 2)

    def _fine(self, minimum: int) -> int:
        return half_up(minimum, self.fine_percent, 100)


def refuse_deed(game: Game, seat: Seat, deed: Space) -> Rejected | None:
    """Refuse a deed that is not theirs, is in a built group, or came with a mortgage that still needs a decision."""
    if rejected := not_owner(game, seat, deed):
        return rejected
    if any(isinstance(task, MortgageChoicePending) and task.deed == deed for task in game.state.agenda.tasks):
        return Rejected(Reason.NOT_NOW)
    return Rejected(Reason.GROUP_BUILT) if stands_in_the_way(game, seat, game.rules.track.deeds[deed]) else None

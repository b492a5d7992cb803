"""An owner puts a deed up for sealed bids; they go to him (haustein-11, haustein-12) [H13, H14, H15]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import AuctionDeed
from hub.domain.deeds import owned_by
from hub.domain.ids import Seat, Space
from hub.domain.money import half_up
from hub.domain.tasks import DeedLot, MortgageChoicePending
from hub.domain.turns import seats_from
from hub.rules.actions import Action, Choice
from hub.rules.asking import absent, free_moment, not_on_turn, short_of
from hub.rules.auctions.sealed import SealedBidding
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import stands_in_the_way


@dataclass(frozen=True)
class OwnDeedAuctions:
    """In one's own turn, for deeds of unbuilt groups; all others may bid.

    Without a valid bid the seller pays `fine_percent` of his minimum, so he must have that.
    """

    bidding: SealedBidding
    fine_percent: int

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(AuctionDeed, self.refuse, self.put_up, free=self.free),)

    def refuse(self, game: Game, command: AuctionDeed) -> Rejected | None:
        seat, deed = command.seat, command.deed
        rejected = absent(game, seat) or not_on_turn(game, seat) or free_moment(game) or refuse_deed(game, seat, deed)
        if rejected is not None:
            return rejected
        if command.amount < 0:
            return Rejected(Reason.BID_TOO_LOW, {"minimum": 0})
        return short_of(game, seat, self._fine(command.amount))

    def put_up(self, game: Game, command: AuctionDeed) -> None:
        bidders = seats_from(game.state, command.seat)[1:]
        minimum = command.amount
        self.bidding.open(
            game,
            "all_pay",
            DeedLot(command.deed),
            command.seat,
            bidders,
            minimum=minimum,
            fine=self._fine(minimum),
        )

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if game.state.turns.seat == seat:
            most = 100 * game.state.ledger.balances[seat] // self.fine_percent
            for deed in owned_by(game.state, seat):
                yield Choice(AuctionDeed(seat, deed), minimum=0, maximum=most - most % 2)

    def _fine(self, minimum: int) -> int:
        return half_up(minimum, self.fine_percent, 100)


def refuse_deed(game: Game, seat: Seat, deed: Space) -> Rejected | None:
    """Refuse what is not theirs, stands in a built group, or came with a mortgage that is not answered yet."""
    if deed not in game.rules.track.deeds:
        return Rejected(Reason.NO_SUCH_DEED)
    if game.state.deeds.owner[deed] != seat:
        return Rejected(Reason.NOT_OWNER)
    if any(isinstance(task, MortgageChoicePending) and task.deed == deed for task in game.state.agenda.tasks):
        return Rejected(Reason.NOT_NOW)
    return Rejected(Reason.GROUP_BUILT) if stands_in_the_way(game, seat, game.rules.track.deeds[deed]) else None

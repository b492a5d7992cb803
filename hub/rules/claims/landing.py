"""Landing on a deed where groups are claimed: buy it if one may, build on one's own, owe rent (euro-03, -06, -21)."""

from hub.domain.commands import Buy
from hub.domain.custody import in_jail
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import AdvancePending, BuyPending
from hub.rules.arrival.deeds import BuyOrLeave, ForSale, OnDeed
from hub.rules.claims.claim import refuse_purchase
from hub.rules.claims.sites import ask_to_build
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.reasons import Rejected
from hub.rules.track import Deed


@part(sheet=None)
class ForSaleToClaimant(ForSale):
    """A player is asked only about deeds that they may buy."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        if refuse_purchase(game, seat, deed) is None:
            super().reached(game, seat, deed)


@part(sheet="on_claimed_deed")
class OnClaimedDeed(OnDeed):
    """On their own deed the player may build; an owner in jail gets no rent [E36]."""

    def land(self, game: Game, task: AdvancePending) -> None:
        owner = game.state.deeds.owner[task.space]
        if owner == task.seat:
            ask_to_build(game, task.seat, game.rules.track.deeds[task.space].group)
        elif owner == NOBODY or not in_jail(game.state, owner):
            super().land(game, task)


@part(sheet="buy_if_claimed")
class BuyIfClaimed(BuyOrLeave):
    """At the printed price, and only on arrival; a declined deed stays with the bank [E14, E15]."""

    def refuse_buy(self, game: Game, command: Buy, task: BuyPending) -> Rejected | None:
        deed = game.rules.track.deeds[game.state.pieces.spaces[command.seat]]
        return super().refuse_buy(game, command, task) or refuse_purchase(game, command.seat, deed)

"""Remote purchase: the holder of a claim buys a deed on which somebody else stands (euro-15) [E22, E23, E24]."""

from collections.abc import Iterable

from hub.domain.dealing import BuyRemote
from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.remote import RemotelyBought
from hub.rules.asking import short_of
from hub.rules.claims.claim import claimable, claims, first_visitor, refuse_debtor
from hub.rules.claims.moments import before_own_throw, refuse_dealing
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected


@part(sheet="remote_purchases")
class RemotePurchases:
    """The price goes to the bank, the commission to the visitor who came first and cannot object."""

    def handlers(self) -> Handlers:
        return (Handler(BuyRemote, self.refuse, self.buy, free=self.free),)

    def refuse(self, game: Game, command: BuyRemote) -> Rejected | None:
        seat, deed = command.seat, game.rules.track.deeds.get(command.deed)
        if rejected := refuse_dealing(game, seat):
            return rejected
        if deed is None or not claimable(deed):
            return Rejected(Reason.NO_SUCH_DEED)
        if game.state.deeds.owner[deed.space] != NOBODY:
            return Rejected(Reason.DEED_SOLD)
        if not claims(game, seat, deed.group):
            return Rejected(Reason.NO_CLAIM)
        if first_visitor(game, seat, [deed.space]) is None:
            return Rejected(Reason.NO_VISITOR)
        return refuse_debtor(game, seat) or short_of(game, seat, deed.price + deed.commission)

    def buy(self, game: Game, command: BuyRemote) -> None:
        seat, deed = command.seat, game.rules.track.deeds[command.deed]
        visit = first_visitor(game, seat, [deed.space])
        assert visit is not None, "judged before"
        pay(game, seat, BANK, deed.price, "purchase", {"deed": deed.space})
        game.emit(DeedMoved(deed.space, NOBODY, seat))
        game.emit(RemotelyBought(seat, deed.space, visit[0]))
        pay(game, seat, visit[0], deed.commission, "commission", {"deed": deed.space})

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Visited deeds of claimed groups, before the seat's own throws."""
        if not before_own_throw(game, seat):
            return
        owner, track, plots = game.state.deeds.owner, game.rules.track, game.hand(seat).plots
        for space in sorted({*game.state.pieces.spaces}):
            unsold = owner[space] == NOBODY and track.ground[space] in plots
            if unsold and first_visitor(game, seat, [space]) is not None:
                cost = track.deeds[space].price + track.deeds[space].commission
                yield Choice(BuyRemote(seat, space), cost=cost)

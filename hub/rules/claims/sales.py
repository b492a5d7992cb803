"""Selling deeds to the bank for what is printed on them (euro-17) [E27, E28]."""

from collections.abc import Iterable

from hub.domain.dealing import SellDeed
from hub.domain.deeds import DeedMoved, owned_by
from hub.domain.ids import BANK, NOBODY, Seat
from hub.rules.asking import not_owner
from hub.rules.claims.moments import before_own_throw, refuse_dealing
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import plots


@part(sheet="deed_sales")
class DeedSales:
    """Only where the seat stands; buildings go first, and the rest of the group must still be even."""

    def handlers(self) -> Handlers:
        return (Handler(SellDeed, self.refuse, self.sell, free=self.free),)

    def refuse(self, game: Game, command: SellDeed) -> Rejected | None:
        seat = command.seat
        if rejected := refuse_dealing(game, seat) or not_owner(game, seat, command.deed):
            return rejected
        deed = game.rules.track.deeds[command.deed]
        stage, ladder = game.state.deeds.stage, game.rules.ladders.get(deed.kind)
        if ladder is None:
            return None
        left = [stage[space] for space in plots(game, seat, deed.group) if space != deed.space]
        return Rejected(Reason.GROUP_BUILT) if stage[deed.space] or not ladder.fits(left) else None

    def sell(self, game: Game, command: SellDeed) -> None:
        """The money is paid first, so that a debtor is at no point worth less than the debt."""
        seat, deed = command.seat, game.rules.track.deeds[command.deed]
        pay(game, BANK, seat, deed.mortgage, "deed_sale", {"deed": deed.space})
        game.emit(DeedMoved(deed.space, seat, NOBODY))

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if before_own_throw(game, seat):
            for space in owned_by(game.state, seat):
                yield Choice(SellDeed(seat, space), cost=-game.rules.track.deeds[space].mortgage)

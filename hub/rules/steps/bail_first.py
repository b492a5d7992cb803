"""A turn that begins with paying the bail deferred after the last miss in jail (mega-09)."""

from hub.domain.custody import BailDemanded
from hub.domain.ids import BANK
from hub.domain.tasks import ThrowPending
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay


@part(sheet=None)
class BailBeforeThrow:
    """Deferred bail is paid before the throw; a seat that cannot pay owes it, and raises money first (D24)."""

    def enter(self, game: Game) -> None:
        seat = game.state.turns.seat
        game.ask(ThrowPending(seat))
        deferred = game.state.custody.deferred.get(seat)
        if deferred is not None:
            game.emit(BailDemanded(deferred.seat, deferred.amount))
            pay(game, deferred.seat, BANK, deferred.amount, "bail", {"missed": deferred.missed})

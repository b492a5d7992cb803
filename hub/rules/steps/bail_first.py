"""A turn that begins with paying the bail deferred after the last miss in jail (mega-09)."""

from __future__ import annotations

from hub.domain.custody import BailDemanded
from hub.domain.ids import BANK
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.steps.plan import AskForThrow


@part(sheet=None)
class BailBeforeThrow(AskForThrow):
    """Deferred bail is paid before the throw; a seat that cannot pay owes it, and raises money first (D24)."""

    def enter(self, game: Game) -> None:
        super().enter(game)
        deferred = game.state.custody.deferred.get(game.state.turns.seat)
        if deferred is not None:
            game.emit(BailDemanded(deferred.seat, deferred.amount))
            pay(game, deferred.seat, BANK, deferred.amount, "bail", {"missed": deferred.missed})

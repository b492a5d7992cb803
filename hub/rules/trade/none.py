"""No trade between players (haustein-11, euro-17) [H12, E27]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.offers import Offer
from hub.rules.actions import Action
from hub.rules.game import Game
from hub.rules.trade.exchange import Price


@dataclass(frozen=True)
class NoTrade:
    """Nobody makes an offer."""

    unit: int = 1

    def actions(self) -> tuple[Action[Any], ...]:
        return ()

    def price(self, game: Game, offer: Offer) -> Price:
        raise AssertionError("nothing is offered")

"""Rent of utilities by the whole move: all throws that added up to it count (mpmp-08) [P10, P12]."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.ids import Seat
from hub.domain.tasks import AdvancePending
from hub.domain.turns import thrown_total
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.rent.owned import owned_count
from hub.rules.track import Deed


@dataclass(frozen=True)
class UtilityRentOfMove:
    """The deed's factor for the number owned times the sum of the move; a card on the way changes nothing."""

    def charge(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> None:
        count, total = owned_count(game, owner, deed.group), thrown_total(game.state.turns)
        factor = deed.rents[count - 1]
        inputs = {"deed": deed.space, "factor": factor, "count": count, "faces": total}
        pay(game, task.seat, owner, factor * total, "rent_utility", inputs)

"""Rent of stations: by how many the owner has; a card may multiply it, and so does a building (classic-08, mega-13)."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending
from hub.rules.game import Game
from hub.rules.rent.owned import owned_count
from hub.rules.track import Deed


@dataclass(frozen=True)
class StationRent:
    """The deed's rent for the number owned, times `stage_factors` by what stands there."""

    stage_factors: tuple[int, ...] = (1,)

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        count = owned_count(game, owner, deed.group)
        base, factor = deed.rents[count - 1], task.rent_factor * self._stage_factor(game, deed)
        inputs = {"deed": deed.space, "base": base, "count": count, "factor": factor}
        return MoneyMoved(task.seat, owner, base * factor, "rent_station", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return deed.rents[owned_count(game, owner, deed.group) - 1] * self._stage_factor(game, deed)

    def _stage_factor(self, game: Game, deed: Deed) -> int:
        return self.stage_factors[game.state.deeds.stage[deed.space]]

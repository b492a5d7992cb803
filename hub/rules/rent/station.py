"""Rent of stations: by how many the owner has; cards and buildings may multiply it (classic-08, mega-13)."""

from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.rent.owned import by_count
from hub.rules.track import Deed


@part(sheet="station_rent")
class StationRent:
    """The deed's rent for the number owned, times the factor of its stage in `stage_factors`."""

    stage_factors: tuple[int, ...] = (1,)

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        count, base = by_count(game, deed, owner)
        factor = task.rent_factor * self._stage_factor(game, deed)
        inputs = {"deed": deed.space, "base": base, "count": count, "factor": factor}
        return MoneyMoved(task.seat, owner, base * factor, "rent_station", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return by_count(game, deed, owner)[1] * self._stage_factor(game, deed)

    def _stage_factor(self, game: Game, deed: Deed) -> int:
        return self.stage_factors[game.state.deeds.stage[deed.space]]

"""Rent of streets: by buildings, or the base rent, which an unmortgaged group raises (classic-06, -07, mega-10)."""

from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.rent.owned import plots
from hub.rules.track import Deed


@part(sheet="street_rent")
class StreetRent:
    """`factors[n]` multiplies the rent of an unbuilt street if the owner lacks n deeds and has mortgaged none."""

    factors: tuple[int, ...]

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        stage, base, factor = self._terms(game, deed, owner)
        inputs = {"deed": deed.space, "base": base, "stage": stage, "factor": factor}
        return MoneyMoved(task.seat, owner, base * factor, "rent_street", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        _, base, factor = self._terms(game, deed, owner)
        return base * factor

    def _terms(self, game: Game, deed: Deed, owner: Seat) -> tuple[int, int, int]:
        stage = game.state.deeds.stage[deed.space]
        return stage, deed.rents[stage], 1 if stage else self._factor(game, deed, owner)

    def _factor(self, game: Game, deed: Deed, owner: Seat) -> int:
        own = plots(game, owner, deed.group)
        lacking = len(game.rules.track.groups[deed.group]) - len(own)
        if lacking >= len(self.factors) or True in map(game.state.deeds.mortgaged.__getitem__, own):
            return 1
        return self.factors[lacking]

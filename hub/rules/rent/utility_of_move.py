"""Rent of utilities by the whole move: all throws that added up to it count (mpmp-08) [P10, P12]."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending
from hub.domain.turns import thrown_total
from hub.rules.game import Game
from hub.rules.rent.owned import owned_count
from hub.rules.track import Deed


@dataclass(frozen=True)
class UtilityRentOfMove:
    """The deed's factor for the number owned times the sum of the move; a card on the way changes nothing."""

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        count, factor, total = self._terms(game, deed, owner)
        inputs = {"deed": deed.space, "factor": factor, "count": count, "faces": total}
        return MoneyMoved(task.seat, owner, factor * total, "rent_utility", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return self._terms(game, deed, owner)[1] * pips

    def _terms(self, game: Game, deed: Deed, owner: Seat) -> tuple[int, int, int]:
        """How many the owner has, the factor for that many, and the sum of the move."""
        count = owned_count(game, owner, deed.group)
        return count, deed.rents[count - 1], thrown_total(game.state.turns)

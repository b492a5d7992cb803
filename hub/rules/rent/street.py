"""Rent of streets: by buildings, or the base rent, multiplied for a whole unmortgaged group.

Rows classic-06 and classic-07.
"""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.ids import Seat
from hub.domain.tasks import AdvancePending
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.rent.owned import has_mortgage, whole_owner
from hub.rules.track import Deed


@dataclass(frozen=True)
class StreetRent:
    """`group_factor` multiplies the rent of an unbuilt street whose owner has the whole group, none of it mortgaged."""

    group_factor: int

    def charge(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> None:
        stage = game.state.deeds.stage[deed.space]
        factor = 1 if stage else self._factor(game, deed, owner)
        base = deed.rents[stage]
        inputs = {"deed": deed.space, "base": base, "stage": stage, "factor": factor}
        pay(game, task.seat, owner, base * factor, "rent_street", inputs)

    def _factor(self, game: Game, deed: Deed, owner: Seat) -> int:
        whole = whole_owner(game, game.rules.track.groups[deed.group]) == owner
        return self.group_factor if whole and not has_mortgage(game, deed.group) else 1

"""Rent of utilities: a factor on the dice.

After a card that leads there the dice are thrown anew (classic-09, classic-11).
"""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.commands import Throw
from hub.domain.ids import Seat
from hub.domain.tasks import AdvancePending, RentThrowPending
from hub.domain.turns import DiceThrown
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.rent.owned import owned_count
from hub.rules.track import Deed


@dataclass(frozen=True)
class UtilityRent:
    """The deed's factor times the throw that led there, or a card's own factor times a fresh throw."""

    def charge(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> None:
        if task.rent_throw_factor:
            game.ask(RentThrowPending(task.seat, deed.space, task.rent_throw_factor))
            return
        count = owned_count(game, owner, deed.group)
        factor, total = deed.rents[count - 1], sum(game.state.turns.faces)
        inputs = {"deed": deed.space, "factor": factor, "count": count, "faces": total}
        pay(game, task.seat, owner, factor * total, "rent_utility", inputs)


@dataclass(frozen=True)
class RentThrow:
    """The fresh throw for a utility's rent. It keeps the streak: a double here grants and costs nothing."""

    def dice(self, game: Game, task: RentThrowPending) -> int:
        return 2

    def thrown(self, game: Game, task: RentThrowPending, command: Throw) -> None:
        game.emit(DiceThrown(task.seat, command.faces, command.source, game.state.turns.streak))
        total = sum(command.faces)
        inputs = {"deed": task.deed, "factor": task.factor, "faces": total}
        owner = game.state.deeds.owner[task.deed]
        pay(game, task.seat, owner, task.factor * total, "rent_utility_card", inputs)

"""Building without limit of stock, and only in one's own turn (mpmp-10) [P13, P14]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.commands import Build
from hub.domain.ids import Seat
from hub.rules.asking import absent
from hub.rules.building.ladder import HOUSES_AND_HOTEL, Ladder
from hub.rules.building.works import EvenBuilding
from hub.rules.game import Game
from hub.rules.ports import Action
from hub.rules.reasons import Reason, Rejected

UNLIMITED = Ladder(HOUSES_AND_HOTEL.stages, stock={})
"""Four houses, then a hotel, and the bank has as many as anybody wants."""


@dataclass(frozen=True)
class OwnTurnBuilding(EvenBuilding):
    """As `EvenBuilding`, but whoever is not on turn does not build. Selling back is possible at any time."""

    def refuse_build(self, game: Game, command: Build) -> Rejected | None:
        if game.state.turns.seat != command.seat:
            return absent(game, command.seat) or Rejected(Reason.NOT_YOUR_TURN)
        return super().refuse_build(game, command)


@dataclass(frozen=True)
class NothingScarce:
    """The bank never runs out of buildings, so nobody is asked and nothing is auctioned."""

    def actions(self) -> tuple[Action[Any], ...]:
        return ()

    def resume(self, game: Game, task: object) -> None:
        raise AssertionError("no shortage ever opens")

    def award(self, game: Game, building: str, winner: Seat, amount: int) -> None:
        raise AssertionError("no building is ever auctioned")

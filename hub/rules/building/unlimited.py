"""Buildings without limit: the bank has as many as anybody wants (mpmp-10) [P13]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.ids import Seat
from hub.rules.actions import Action
from hub.rules.building.ladder import HOUSES_AND_HOTEL, Ladder
from hub.rules.game import Game

UNLIMITED = Ladder(HOUSES_AND_HOTEL.stages, stock={})
"""Four houses, then a hotel, and the bank has as many as anybody wants."""


@dataclass(frozen=True)
class NothingScarce:
    """The bank never runs out of buildings, so nobody is asked and nothing is auctioned."""

    def actions(self) -> tuple[Action[Any], ...]:
        return ()

    def judge_anew(self, game: Game) -> None:
        """No shortage ever opens."""

    def resume(self, game: Game, task: object) -> None:
        raise AssertionError("no shortage ever opens")

    def award(self, game: Game, building: str, winner: Seat, amount: int) -> None:
        raise AssertionError("no building is ever auctioned")

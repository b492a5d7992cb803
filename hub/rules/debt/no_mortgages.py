"""No borrowing on deeds: what the bank takes it keeps (euro-17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.ids import Seat, Space
from hub.rules.actions import Action
from hub.rules.game import Game


@dataclass(frozen=True)
class NoMortgages:
    """Nothing is ever mortgaged."""

    def actions(self) -> tuple[Action[Any], ...]:
        return ()

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        raise AssertionError("no deed is ever mortgaged")

    def redemption(self, game: Game, deed: Space) -> int:
        raise AssertionError("no deed is ever mortgaged")

    def raisable(self, game: Game, seat: Seat) -> int:
        return 0

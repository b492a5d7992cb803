"""Jail in which bail buys freedom for the next turn, not for this one (mega-08, -09)."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.commands import PayBail, Throw
from hub.rules.game import Game
from hub.rules.jail.bail_or_double import BailOrDouble


@dataclass(frozen=True)
class BailEndsTurn(BailOrDouble):
    """Who pays goes on in the next turn (D23); the last miss costs the bail and does not move either (D24)."""

    def move_after_last_miss(self, game: Game, command: Throw) -> None:
        """One stays where one is until the next turn."""

    def pay_bail(self, game: Game, command: PayBail) -> None:
        super().pay_bail(game, command)
        game.settle()

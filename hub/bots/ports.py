"""What an automatic player is."""

from __future__ import annotations

from typing import Protocol

from hub.bots.sight import Sight
from hub.domain.commands import SeatCommand


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, sight: Sight) -> SeatCommand | None:
        """What the seat does now. None leaves it at that; a seat that is asked never answers None.

        Called whenever the seat is asked, and beside that in pauses of the game, for example when an offer waits.
        """

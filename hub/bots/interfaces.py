"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from hub.bots.sight import Sight
from hub.domain.commands import SeatCommand


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, sight: Sight) -> SeatCommand | None:
        """What the seat does now; None is nothing, which a seat that is asked never answers.

        Called whenever the seat is asked, and at free moments, for example when an offer waits.
        """

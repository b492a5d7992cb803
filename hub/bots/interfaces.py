"""The interface of a bot."""

from __future__ import annotations

from typing import Protocol

from hub.bots.sight import Sight
from hub.domain.commands import SeatCommand
from hub.domain.tasks import Task


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, sight: Sight) -> SeatCommand | None:
        """The command that the seat plays now; None for none, which is never returned by a seat that is asked.

        Called whenever the seat is asked, and at free moments, for example when an offer is open.
        """

    def answer(self, sight: Sight, _task: Task) -> SeatCommand | None:
        """The same for a seat that is asked while it has no side question."""
        return self.choose(sight)

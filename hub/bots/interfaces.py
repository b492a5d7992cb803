"""The interface of a bot."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from hub.bots.sight import Sight
from hub.domain.commands import SeatCommand
from hub.domain.tasks import Task

Answer: TypeAlias = Callable[[Sight, Any], SeatCommand | None]


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, sight: Sight) -> SeatCommand | None:
        """The command that the seat plays now; None for none, which is never returned by a seat that is asked.

        Called whenever the seat is asked, and at free moments, for example when an offer is open.
        """

    def by_task(self) -> Mapping[type[Task], Answer]:
        """How a seat answers each kind of task that asks it, while it has no side question."""
        return defaultdict(lambda: lambda sight, _task: self.choose(sight))

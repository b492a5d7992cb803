"""What a seat has done from afar, on spaces where other pieces stand (euro-15, euro-16).

A deed bought from afar is not built on before the next throw, and the visitor of a plot is paid for building once a
turn: both have to be remembered until then.
"""

from dataclasses import dataclass, field

from hub.domain.facts import Fact, State
from hub.domain.ids import Seat, Space


@dataclass(slots=True)
class Remote:
    """`bought` since the last throw; `visited` are the plots whose visitor was paid for building in this turn."""

    bought: list[Space] = field(default_factory=list)
    visited: list[Space] = field(default_factory=list)


class RemotelyBought(Fact):
    """A seat bought a deed on which `visitor` stands."""

    seat: Seat
    deed: Space
    visitor: Seat

    def fold(self, state: State) -> None:
        state.remote.bought.append(self.deed)


class RemotelyBuilt(Fact):
    """A seat builds in a group because `visitor` stands on its plot `deed`."""

    seat: Seat
    deed: Space
    visitor: Seat

    def fold(self, state: State) -> None:
        state.remote.visited.append(self.deed)

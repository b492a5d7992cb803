"""Where the pieces stand by the rules; where the wooden ones are is known from readers (`hub.table.board.pieces`).

What a seat has done from afar, on spaces where other pieces stand, has to be remembered (euro-15, euro-16): a deed
bought so is not built on before the next throw, and the visitor of a plot is paid for building once a turn.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hub.domain.facts import Fact, State
from hub.domain.ids import Seat, Space

MovedBy: TypeAlias = Literal["throw", "card", "mogul", "bus", "triple", "ticket", "auction"]
"""What sends a piece on its way: the sum of the dice, a card, a face of the speed die, a triple, a ticket, a space."""


@dataclass(slots=True)
class Pieces:
    """`spaces[seat]` is the space a piece stands on; of two on one space, the later has the higher `arrived[seat]`."""

    spaces: list[Space] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)


class PieceMoved(Fact):
    """A piece went from `origin` to `space`."""

    seat: Seat
    origin: Space
    space: Space
    by: MovedBy | Literal["correction"]

    def fold(self, state: State) -> None:
        arrive(state.pieces, self.seat, self.space)


def arrive(pieces: Pieces, seat: Seat, space: Space) -> None:
    """Put a piece on a space, as the last to arrive there."""
    pieces.spaces[seat] = space
    pieces.arrived[seat] = max(pieces.arrived) + 1


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

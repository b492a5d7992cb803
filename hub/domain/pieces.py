"""Where the pieces stand, as the rules see it.

Where the wooden ones stand is the board's evidence (`hub.table.board.drift`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from hub.domain.facts import Fact
from hub.domain.ids import Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


MovedBy: TypeAlias = Literal["throw", "card", "mogul", "bus", "triple", "ticket", "auction"]
"""What sends a piece on its way: the sum of the dice, a card, a face of the speed die, a triple, a ticket, a space."""


@dataclass(slots=True)
class Pieces:
    """`spaces[seat]` is the space a piece stands on; whoever came there later has the higher `arrived[seat]`."""

    spaces: list[Space]
    arrived: list[int] = field(default_factory=list)


class PieceMoved(Fact, frozen=True):
    """A piece went from `origin` to `space`."""

    seat: Seat
    origin: Space
    space: Space
    by: MovedBy | Literal["correction"]


def piece_moved(state: State, fact: PieceMoved) -> None:
    arrive(state.pieces, fact.seat, fact.space)


def arrive(pieces: Pieces, seat: Seat, space: Space) -> None:
    """A piece comes to a space, after all that stand there."""
    pieces.spaces[seat] = space
    pieces.arrived[seat] = max(pieces.arrived) + 1

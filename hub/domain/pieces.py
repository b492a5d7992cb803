"""Where the pieces stand, as the rules see it.

Where the wooden ones stand is the board's evidence (`hub.table.drift`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from hub.domain.facts import Fact
from hub.domain.ids import Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


MovedBy: TypeAlias = Literal["throw", "card", "mogul", "bus", "triple", "ticket", "auction"]
"""What sends a piece on its way: the sum of the dice, a card, a face of the speed die, a triple, a ticket, a space."""


@dataclass(slots=True)
class Pieces:
    """`spaces[seat]` is the space a piece stands on."""

    spaces: list[Space]


class PieceMoved(Fact, frozen=True):
    """A piece went from `origin` to `space`."""

    seat: Seat
    origin: Space
    space: Space
    by: MovedBy | Literal["correction"]


def piece_moved(state: State, fact: PieceMoved) -> None:
    state.pieces.spaces[fact.seat] = fact.space

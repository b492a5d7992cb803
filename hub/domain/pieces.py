"""Where the pieces stand, as the rules see it.

Where the wooden ones stand is the board's evidence (`hub.table.drift`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hub.domain.facts import Fact
from hub.domain.ids import Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Pieces:
    """`spaces[seat]` is the space a piece stands on."""

    spaces: list[Space]


class PieceMoved(Fact, frozen=True):
    """A piece went from `origin` to `space` by a throw, a card or a correction."""

    seat: Seat
    origin: Space
    space: Space
    by: Literal["throw", "card", "correction"]


def piece_moved(state: State, fact: PieceMoved) -> None:
    state.pieces.spaces[fact.seat] = fact.space

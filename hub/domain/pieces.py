"""Where the pieces stand by the rules, and who is in jail; readers know of the wooden ones (`hub.table.board.pieces`).

What a seat has done from afar, on spaces where other pieces stand, has to be remembered (euro-15, euro-16): a deed
bought so is not built on before the next throw, and the visitor of a plot is paid for building once a turn. Visiting
the jail space is not custody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hub.domain.facts import Fact, State
from hub.domain.ids import NOBODY, Holder, Seat, Space

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


FREE = -1


@dataclass(slots=True)
class Custody:
    """`missed[seat]` counts throws without a double, or turns waited in jail; `FREE` for everybody not in jail.

    `released` is the seat that left jail in this turn, if any. `fresh` are those who were sent there, not by a
    correction, since the last throw of a turn (D23). `deferred[seat]` is the bail that is due when its next turn
    begins (D24).
    """

    missed: list[int] = field(default_factory=list)
    released: Holder = NOBODY
    fresh: set[Seat] = field(default_factory=set)
    deferred: dict[Seat, BailDeferred] = field(default_factory=dict)


class SeatJailed(Fact):
    """A seat went straight to jail, its piece to the jail space."""

    seat: Seat
    space: Space
    by: Literal["space", "card", "doubles", "correction"]

    def fold(self, state: State) -> None:
        custody = state.custody
        custody.missed[self.seat] = 0
        custody.deferred.pop(self.seat, None)
        if self.by == "correction":
            custody.fresh.discard(self.seat)
        else:
            custody.fresh.add(self.seat)
        arrive(state.pieces, self.seat, self.space)


class JailThrowMissed(Fact):
    """A throw in jail was no double, or the count was corrected; `missed` such throws so far."""

    seat: Seat
    missed: int

    def fold(self, state: State) -> None:
        state.custody.missed[self.seat] = self.missed


class JailTurnWaited(Fact):
    """A seat chose to stay in jail for a turn; `missed` such turns so far."""

    seat: Seat
    missed: int

    def fold(self, state: State) -> None:
        state.custody.missed[self.seat] = self.missed


class SeatReleased(Fact):
    """A seat left jail by a double, bail, a release card, because its time was up, or by a correction."""

    seat: Seat
    by: Literal["double", "bail", "card", "time", "correction"]

    def fold(self, state: State) -> None:
        state.custody.released = self.seat
        state.custody.missed[self.seat] = FREE


class BailDeferred(Fact):
    """A seat was let out after `missed` throws and pays `amount` for it when its next turn begins (D24)."""

    seat: Seat
    amount: int
    missed: int

    def fold(self, state: State) -> None:
        state.custody.deferred[self.seat] = self


class BailDemanded(Fact):
    """The turn has begun at which deferred bail is due."""

    seat: Seat
    amount: int

    def fold(self, state: State) -> None:
        state.custody.deferred.pop(self.seat, None)


def in_jail(state: State, seat: Seat) -> bool:
    """Whether a seat is in jail, not merely visiting."""
    return state.custody.missed[seat] != FREE

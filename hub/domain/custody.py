"""Who sits in jail, and for how many missed throws. Visiting the jail space is not custody."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.pieces import arrive

if TYPE_CHECKING:
    from hub.domain.state import State

FREE = -1


@dataclass(slots=True)
class Custody:
    """`missed[seat]` counts throws without a double, or turns waited in jail; `FREE` for everybody not in jail.

    `released` is the seat that left jail in this turn, if any. `fresh` are those who were sent there, not by a
    correction, since the last throw of a turn (D23). `deferred[seat]` is the bail that is due when its next turn
    begins (D24).
    """

    missed: list[int]
    released: Seat = NOBODY
    fresh: set[Seat] = field(default_factory=set)
    deferred: dict[Seat, BailDeferred] = field(default_factory=dict)


class SeatJailed(Fact, frozen=True):
    """A seat went straight to jail, its piece to the jail space."""

    seat: Seat
    space: Space
    by: Literal["space", "card", "doubles", "correction"]


class JailThrowMissed(Fact, frozen=True):
    """A throw in jail was no double, or the count was corrected; `missed` such throws by now."""

    seat: Seat
    missed: int


class JailTurnWaited(Fact, frozen=True):
    """A seat chose to stay in jail for a turn; `missed` such turns by now."""

    seat: Seat
    missed: int


class SeatReleased(Fact, frozen=True):
    """A seat left jail by a double, bail, a release card, because the time was up, or by a correction."""

    seat: Seat
    by: Literal["double", "bail", "card", "time", "correction"]


class BailDeferred(Fact, frozen=True):
    """A seat was let out after `missed` throws and pays `amount` for it when its next turn begins (D24)."""

    seat: Seat
    amount: int
    missed: int


class BailDemanded(Fact, frozen=True):
    """That turn has begun: the bail is due now."""

    seat: Seat
    amount: int


def seat_jailed(state: State, fact: SeatJailed) -> None:
    custody = state.custody
    custody.missed[fact.seat] = 0
    custody.deferred.pop(fact.seat, None)
    if fact.by == "correction":
        custody.fresh.discard(fact.seat)
    else:
        custody.fresh.add(fact.seat)
    arrive(state.pieces, fact.seat, fact.space)


def jail_throw_missed(state: State, fact: JailThrowMissed) -> None:
    state.custody.missed[fact.seat] = fact.missed


def jail_turn_waited(state: State, fact: JailTurnWaited) -> None:
    state.custody.missed[fact.seat] = fact.missed


def seat_released(state: State, fact: SeatReleased) -> None:
    state.custody.released = fact.seat
    state.custody.missed[fact.seat] = FREE


def bail_deferred(state: State, fact: BailDeferred) -> None:
    state.custody.deferred[fact.seat] = fact


def bail_demanded(state: State, fact: BailDemanded) -> None:
    state.custody.deferred.pop(fact.seat, None)


def in_jail(state: State, seat: Seat) -> bool:
    """Whether a seat sits in jail (not merely visits)."""
    return state.custody.missed[seat] != FREE

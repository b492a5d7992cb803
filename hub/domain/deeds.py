"""Who owns which deed, what is mortgaged, how far each street is built. A deed is named by its space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Deeds:
    """Three lists over the spaces of the track: owner (or `NOBODY`), mortgaged, stage (0 = unbuilt)."""

    owner: list[Seat]
    mortgaged: list[bool]
    stage: list[int]


class DeedMoved(Fact, frozen=True):
    """A deed went from one owner to another; `NOBODY` is the bank."""

    deed: Space
    source: Seat
    target: Seat


class DeedMortgaged(Fact, frozen=True):
    """A deed was mortgaged."""

    deed: Space


class MortgageLifted(Fact, frozen=True):
    """A mortgage was redeemed, or lapsed when the deed fell to the bank."""

    deed: Space


def deed_moved(state: State, fact: DeedMoved) -> None:
    state.deeds.owner[fact.deed] = fact.target


def deed_mortgaged(state: State, fact: DeedMortgaged) -> None:
    state.deeds.mortgaged[fact.deed] = True


def mortgage_lifted(state: State, fact: MortgageLifted) -> None:
    state.deeds.mortgaged[fact.deed] = False


def owned_by(state: State, seat: Seat) -> list[Space]:
    """The deeds of a seat in track order."""
    owner = state.deeds.owner
    if seat == NOBODY or seat not in owner:
        return []
    return [deed for deed, holder in enumerate(owner) if holder == seat]

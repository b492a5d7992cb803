"""Who owns which deed, what is mortgaged, how far each street is built. A deed is named by its space."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


PRINTED = -1
"""A stage was paid at the price printed on its deed, which a fold does not know."""


@dataclass(slots=True)
class Deeds:
    """Four lists over the spaces of the track: owner (or `NOBODY`), mortgaged, stage (0 = unbuilt), what was paid.

    `paid[space]` is what each stage cost, the lowest first, `PRINTED` where that was the price on the deed (K13).

    `hands[seat]` are the deeds of a seat in track order; the bank, `hands[NOBODY]`, has none. It says what `owner`
    says, and is asked more often than deeds change hands; `deed_moved` is the only place where either changes. A hand
    that has changed is another tuple, so whoever works something out from it knows when to do that again.
    """

    owner: list[Seat]
    mortgaged: list[bool]
    stage: list[int]
    paid: list[tuple[int, ...]]
    hands: list[tuple[Space, ...]] = field(default_factory=list)


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
    deed, target, deeds = fact.deed, fact.target, state.deeds
    source = deeds.owner[deed]
    deeds.owner[deed] = target
    if source != NOBODY:
        deeds.hands[source] = tuple([other for other in deeds.hands[source] if other != deed])
    if target != NOBODY:
        deeds.hands[target] = tuple(sorted((*deeds.hands[target], deed)))


def deed_mortgaged(state: State, fact: DeedMortgaged) -> None:
    state.deeds.mortgaged[fact.deed] = True


def mortgage_lifted(state: State, fact: MortgageLifted) -> None:
    state.deeds.mortgaged[fact.deed] = False


def owned_by(state: State, seat: Seat) -> tuple[Space, ...]:
    """The deeds of a seat in track order, as they are now."""
    return state.deeds.hands[seat]

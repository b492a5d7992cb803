"""Rents that wait for their owner to ask for them, where that is agreed on (mega-27)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from hub.domain.facts import Fact
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Claims:
    """`open` are the payments that can still be asked for, until another than the visitor throws (D27).

    Those of them in `brief` are of games of before: the next throw ends them, whoever throws.
    """

    open: list[MoneyMoved] = field(default_factory=list)
    brief: list[MoneyMoved] = field(default_factory=list)


class RentClaimable(Fact, frozen=True):
    """Somebody came to another's deed; `due` is paid only if its owner asks in time.

    `until` the next throw of anybody, or that of the next player (D27).
    """

    due: MoneyMoved
    until: Literal["throw", "player"] = "throw"


class RentAsked(Fact, frozen=True):
    """The owner asked for it."""

    due: MoneyMoved


def rent_claimable(state: State, fact: RentClaimable) -> None:
    state.claims.open.append(fact.due)
    if fact.until == "throw":
        state.claims.brief.append(fact.due)


def rent_asked(state: State, fact: RentAsked) -> None:
    claims = state.claims
    claims.open.remove(fact.due)
    if fact.due in claims.brief:
        claims.brief.remove(fact.due)


def next_player_threw(state: State, seat: Seat) -> None:
    """A throw ends what others owe for their visits; the visitor's own second throw ends nothing."""
    claims = state.claims
    claims.open = [due for due in claims.open if due.payer == seat and due not in claims.brief]
    claims.brief.clear()


def ticket_instead_of_throw(state: State, seat: Seat) -> None:
    """A ticket takes the place of the throw here, too."""
    claims = state.claims
    claims.open = [due for due in claims.open if due.payer == seat or due in claims.brief]


def next_turn_began(state: State, seat: Seat) -> None:
    """Where nobody has thrown since, the visitor's own next turn ends it."""
    claims = state.claims
    claims.open = [due for due in claims.open if due.payer != seat or due in claims.brief]

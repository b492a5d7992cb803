"""Rents that owners have to ask for, where that is agreed on (mega-27)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hub.domain.facts import Fact, State
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved


@dataclass(slots=True)
class RentRequests:
    """`open` are the payments that can still be asked for, until somebody other than the visitor throws (D27).

    Those of them in `brief` are from older games: the next throw ends them, whoever throws.
    """

    open: list[MoneyMoved] = field(default_factory=list)
    brief: list[MoneyMoved] = field(default_factory=list)


class RentRequestable(Fact, tag="rent_claimable"):
    """Rent `due` is owed if its owner asks for it `until` the next throw of anybody, or of the next player (D27)."""

    due: MoneyMoved
    until: Literal["throw", "player"] = "throw"

    def fold(self, state: State) -> None:
        state.rent_requests.open.append(self.due)
        if self.until == "throw":
            state.rent_requests.brief.append(self.due)


class RentAsked(Fact):
    """The owner asked for it."""

    due: MoneyMoved

    def fold(self, state: State) -> None:
        requests = state.rent_requests
        requests.open.remove(self.due)
        if self.due in requests.brief:
            requests.brief.remove(self.due)


def next_player_threw(state: State, seat: Seat) -> None:
    """A throw ends the rent requests for visits of other seats; a visitor's own second throw ends none."""
    requests = state.rent_requests
    requests.open = [due for due in requests.open if due.payer == seat and due not in requests.brief]
    requests.brief.clear()


def ticket_instead_of_throw(state: State, seat: Seat) -> None:
    """A ticket replaces the throw here, too."""
    requests = state.rent_requests
    requests.open = [due for due in requests.open if due.payer == seat or due in requests.brief]


def next_turn_began(state: State, seat: Seat) -> None:
    """If nobody has thrown since, the visitor's own next turn ends the request."""
    requests = state.rent_requests
    requests.open = [due for due in requests.open if due.payer != seat or due in requests.brief]

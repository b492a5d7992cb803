"""Rents that owners have to ask for, where that is agreed on (mega-27)."""

from dataclasses import dataclass, field
from typing import Literal

from hub.domain.facts import Fact, State
from hub.domain.ledger import MoneyMoved


@dataclass(slots=True)
class RentRequests:
    """`open` are the payments that can still be asked for."""

    open: list[MoneyMoved] = field(default_factory=list)


class RentRequestable(Fact, tag="rent_claimable"):
    """Rent `due` is owed if its owner asks for it before it lapses.

    Older games have no `RentsLapsed`: there `until` says which throw ends it (`hub.store.upcasting`).
    """

    due: MoneyMoved
    until: Literal["throw", "player", "lapsed"] = "throw"

    def fold(self, state: State) -> None:
        state.rent_requests.open.append(self.due)


class RentAsked(Fact):
    """The owner asked for it."""

    due: MoneyMoved

    def fold(self, state: State) -> None:
        state.rent_requests.open.remove(self.due)


class RentsLapsed(Fact):
    """Nobody has asked for these in time."""

    dues: tuple[MoneyMoved, ...]

    def fold(self, state: State) -> None:
        for due in self.dues:
            state.rent_requests.open.remove(due)

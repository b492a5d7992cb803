"""Rounds, where an evening has a limit of them: which one is played, and what everybody has when time is up."""

from __future__ import annotations

from hub.domain.facts import Fact, State
from hub.domain.ids import Seat


class RoundBegan(Fact):
    """Round `number` of `rounds` begins: everybody had a turn since the last one began."""

    number: int
    rounds: int

    def fold(self, state: State) -> None:
        state.turns.round = self.number


class AssetsReckoned(Fact):
    """What a seat has when time is up: money, deeds and buildings, shares at the guide price, less what it owes."""

    seat: Seat
    cash: int
    estate: int
    shares: int
    owed: int
    total: int

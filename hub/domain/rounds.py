"""Rounds, where their number is limited: which one is being played, and everybody's assets after the last."""

from __future__ import annotations

from hub.domain.facts import Fact, State
from hub.domain.ids import Seat


class RoundBegan(Fact):
    """Round `number` of `rounds` begins: everybody has had a turn since the previous one began."""

    number: int
    rounds: int

    def fold(self, state: State) -> None:
        state.turns.round = self.number


class AssetsReckoned(Fact):
    """A seat's assets after the last round: money, deeds and buildings, shares at the guide price, less its credit."""

    seat: Seat
    cash: int
    estate: int
    shares: int
    owed: int
    total: int

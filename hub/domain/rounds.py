"""Rounds, where an evening has a limit of them: which one is played, and what everybody has when time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ids import Seat

if TYPE_CHECKING:
    from hub.domain.state import State


class RoundBegan(Fact, frozen=True):
    """Round `number` of `rounds` begins: everybody had a turn since the last one began."""

    number: int
    rounds: int


class AssetsReckoned(Fact, frozen=True):
    """What a seat has when time is up: money, deeds and buildings, shares at the guide price, less what it owes."""

    seat: Seat
    cash: int
    estate: int
    shares: int
    owed: int
    total: int


def round_began(state: State, fact: RoundBegan) -> None:
    state.turns.round = fact.number

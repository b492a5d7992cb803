"""Rounds, where their number is limited or an end is agreed on, and everybody's assets after the last."""

from hub.domain.commands import Command, HubCommand
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


class AgreeEnd(Command):
    """End by assets after `rounds` rounds, the present one included, or after that which is played at `at_ms`.

    Neither: there is no such end any more. `at_ms` is wall clock; no rule compares it with anything.
    """

    rounds: int = 0
    at_ms: int = 0


class CallLastRound(HubCommand):
    """The hub says that the time agreed on has come: the present round is the last."""


class EndAgreed(Fact):
    """It was said when the game ends, as in `AgreeEnd`."""

    rounds: int
    at_ms: int

    def fold(self, state: State) -> None:
        state.turns.rounds_left = self.rounds
        state.turns.bedtime_ms = self.at_ms


class RoundPlayed(Fact):
    """A round is over, and `left` more will be played."""

    left: int

    def fold(self, state: State) -> None:
        state.turns.rounds_left = self.left

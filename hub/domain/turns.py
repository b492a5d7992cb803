"""Whose turn and which round it is, what was thrown, which seats are out, which has won."""

from dataclasses import dataclass, field
from typing import Literal

from hub.domain.commands import Command, DiceSource, HubCommand
from hub.domain.facts import Fact, State
from hub.domain.ids import NOBODY, Account, Holder, Seat, Space


@dataclass(slots=True)
class Turns:
    """`streak` counts the doubles of this turn that grant another throw; `faces` is the last throw of a move.

    `shown` is what the dice show: the last throw, including one for a rent only. `number` counts turns from 1; before
    the first, `seat` is no seat. `passed` are the sums of earlier throws that belong to the same move as the last one.
    `granted`: a card gave another throw in this turn. `skips[seat]` turns are still to be missed. `first` had the first
    turn of the game; `round` is counted only where rounds are limited. With `rounds_left`
    the game ends after so many rounds, the present one included; at `bedtime_ms` (wall clock) the hub says so. Of those
    who are out, `home` left by themselves.
    """

    out: list[bool] = field(default_factory=list)
    seat: Seat = -1
    number: int = 0
    streak: int = 0
    faces: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    winner: Holder = NOBODY
    passed: tuple[int, ...] = ()
    granted: bool = False
    skips: list[int] = field(default_factory=list)
    first: Holder = NOBODY
    round: int = 1
    rounds_left: int = 0
    bedtime_ms: int = 0
    home: list[Seat] = field(default_factory=list)


class OpeningThrown(Fact):
    """A seat threw for the first turn."""

    seat: Seat
    faces: tuple[int, ...]
    source: DiceSource

    def fold(self, state: State) -> None:
        state.turns.faces = state.turns.shown = self.faces


class TurnBegan(Fact):
    """A turn began; the window for building and trade before it ends with its first throw."""

    seat: Seat
    number: int

    def fold(self, state: State) -> None:
        turns = state.turns
        turns.seat = seat = self.seat
        if turns.first == NOBODY:
            turns.first = seat
        turns.number = self.number
        turns.streak = 0
        turns.faces = turns.shown = ()
        turns.passed = ()
        turns.granted = False
        custody, remote = state.custody, state.remote
        custody.released = NOBODY
        custody.fresh.discard(seat)
        remote.bought.clear()
        remote.visited.clear()


class DiceThrown(Fact):
    """Dice were thrown in a turn. `streak` counts the doubles in a row so far, 0 if this throw ends the row."""

    seat: Seat
    faces: tuple[int, ...]
    source: DiceSource
    streak: int

    def fold(self, state: State) -> None:
        turns = state.turns
        turns.faces = turns.shown = self.faces
        turns.streak = self.streak
        turns.granted = False
        state.remote.bought.clear()
        state.custody.fresh.clear()


class RentThrown(Fact):
    """Dice were thrown only for a rent and move no piece (D4). Older games have `DiceThrown` for such throws."""

    seat: Seat
    faces: tuple[int, ...]
    source: DiceSource

    def fold(self, state: State) -> None:
        state.turns.shown = self.faces


class StopPassed(Fact):
    """A throw of `steps` is not the whole move: the piece does not stop at `space`, the next throw adds to it."""

    seat: Seat
    space: Space
    steps: int

    def fold(self, state: State) -> None:
        state.turns.passed = (*state.turns.passed, self.steps)


class FurtherThrowWaived(Fact):
    """A seat ended its turn instead of throwing again after a double."""

    seat: Seat

    def fold(self, state: State) -> None:
        state.turns.streak = 0


class ThrowGranted(Fact):
    """A card lets a seat throw again in this turn."""

    seat: Seat

    def fold(self, state: State) -> None:
        state.turns.granted = True


class SkipImposed(Fact):
    """A seat has to miss `turns` of its next turns."""

    seat: Seat
    turns: int

    def fold(self, state: State) -> None:
        state.turns.skips[self.seat] += self.turns


class TurnSkipped(Fact):
    """A seat missed its turn."""

    seat: Seat

    def fold(self, state: State) -> None:
        state.turns.skips[self.seat] -= 1


class SeatBankrupted(Fact):
    """A seat is out of the game; all it had left went to `creditor`. `by` says whether it owed or went home."""

    seat: Seat
    creditor: Account
    by: Literal["debt", "leaving"] = "debt"

    def fold(self, state: State) -> None:
        state.turns.out[self.seat] = True
        if self.by == "leaving":
            state.turns.home.append(self.seat)


class GameWon(Fact):
    """A seat has won: it is the last solvent one, or has the most assets after the last round."""

    seat: Seat

    def fold(self, state: State) -> None:
        state.turns.winner = self.seat


def thrown_total(turns: Turns) -> int:
    """The sum of all throws of the move that the last throw belongs to."""
    return sum(turns.passed) + sum(turns.faces)


def solvent(state: State) -> list[Seat]:
    """The seats still in the game, in turn order."""
    return [seat for seat, out in enumerate(state.turns.out) if not out]


def seats_from(state: State, first: Seat) -> list[Seat]:
    """The seats still in the game, clockwise from `first`."""
    out = state.turns.out
    first %= len(out)
    return [seat for seat in (*range(first, len(out)), *range(first)) if not out[seat]]


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

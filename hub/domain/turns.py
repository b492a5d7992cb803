"""Whose turn it is, what was thrown in it, who is out, who has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hub.domain.claims import next_player_threw, next_turn_began
from hub.domain.commands import DiceSource
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Account, Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Turns:
    """`streak` counts the doubles of this turn that grant another throw; `faces` is the last throw of a move.

    `shown` is what the dice show: the last throw, also one for a rent alone.
    `number` counts turns from 1. `passed` are the sums of earlier throws that belong to the same move as the last one.
    `granted`: a card gave another throw in this turn. `skips[seat]` turns are still to be missed.
    `first` had the first turn of the game; `round` is counted only where rounds are limited.
    """

    out: list[bool]
    seat: Seat = NOBODY
    number: int = 0
    streak: int = 0
    faces: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    winner: Seat = NOBODY
    passed: tuple[int, ...] = ()
    granted: bool = False
    skips: list[int] = field(default_factory=list)
    first: Seat = NOBODY
    round: int = 1


class OpeningThrown(Fact, frozen=True):
    """A seat threw for the first turn."""

    seat: Seat
    faces: tuple[int, ...]
    source: DiceSource


class TurnBegan(Fact, frozen=True):
    """A turn began; the window for building and trade before it ends with its first throw."""

    seat: Seat
    number: int


class DiceThrown(Fact, frozen=True):
    """Dice were thrown in a turn. `streak` is the count of doubles in a row by now, 0 if this throw ends the row."""

    seat: Seat
    faces: tuple[int, ...]
    source: DiceSource
    streak: int


class RentThrown(Fact, frozen=True):
    """Dice were thrown for a rent alone: they move nobody, and the throw of the move stays what it was (D4).

    Games of before have `DiceThrown` for such throws.
    """

    seat: Seat
    faces: tuple[int, ...]
    source: DiceSource


class StopPassed(Fact, frozen=True):
    """A throw of `steps` is not the whole move: the piece does not stop at `space`, the next throw adds to it."""

    seat: Seat
    space: Space
    steps: int


class FurtherThrowWaived(Fact, frozen=True):
    """A seat ended its turn instead of throwing once more after a double."""

    seat: Seat


class ThrowGranted(Fact, frozen=True):
    """A card lets a seat throw once more in this turn."""

    seat: Seat


class SkipImposed(Fact, frozen=True):
    """A seat has to miss `turns` of its next turns."""

    seat: Seat
    turns: int


class TurnSkipped(Fact, frozen=True):
    """It would have been the turn of a seat that had to miss it."""

    seat: Seat


class SeatBankrupted(Fact, frozen=True):
    """A seat is out of the game; what it had left went to `creditor`."""

    seat: Seat
    creditor: Account


class GameWon(Fact, frozen=True):
    """A seat has won: it is the last solvent one, or has most when time is up."""

    seat: Seat


def opening_thrown(state: State, fact: OpeningThrown) -> None:
    state.turns.faces = state.turns.shown = fact.faces


def turn_began(state: State, fact: TurnBegan) -> None:
    turns = state.turns
    if turns.first == NOBODY:
        turns.first = fact.seat
    turns.seat = fact.seat
    turns.number = fact.number
    turns.streak = 0
    turns.faces = turns.shown = ()
    turns.passed = ()
    turns.granted = False
    state.custody.released = NOBODY
    state.custody.fresh.discard(fact.seat)
    if state.claims.open:
        next_turn_began(state, fact.seat)
    if state.remote.bought or state.remote.visited:
        state.remote.bought.clear()
        state.remote.visited.clear()


def dice_thrown(state: State, fact: DiceThrown) -> None:
    turns = state.turns
    turns.faces = turns.shown = fact.faces
    turns.streak = fact.streak
    turns.granted = False
    state.remote.bought.clear()
    state.custody.fresh.clear()
    if state.claims.open:
        next_player_threw(state, fact.seat)


def rent_thrown(state: State, fact: RentThrown) -> None:
    state.turns.shown = fact.faces


def further_throw_waived(state: State, fact: FurtherThrowWaived) -> None:
    state.turns.streak = 0


def throw_granted(state: State, fact: ThrowGranted) -> None:
    state.turns.granted = True


def skip_imposed(state: State, fact: SkipImposed) -> None:
    state.turns.skips[fact.seat] += fact.turns


def turn_skipped(state: State, fact: TurnSkipped) -> None:
    state.turns.skips[fact.seat] -= 1


def stop_passed(state: State, fact: StopPassed) -> None:
    state.turns.passed = (*state.turns.passed, fact.steps)


def seat_bankrupted(state: State, fact: SeatBankrupted) -> None:
    state.turns.out[fact.seat] = True


def game_won(state: State, fact: GameWon) -> None:
    state.turns.winner = fact.seat


def thrown_total(turns: Turns) -> int:
    """The sum of all throws of the move that the last throw belongs to."""
    return sum(turns.passed) + sum(turns.faces)


def solvent(state: State) -> list[Seat]:
    """The seats still in the game, in turn order."""
    return [seat for seat, out in enumerate(state.turns.out) if not out]


def seats_from(state: State, first: Seat) -> list[Seat]:
    """The seats still in the game, clockwise from `first`."""
    count = len(state.turns.out)
    return [s for i in range(count) if not state.turns.out[s := (first + i) % count]]

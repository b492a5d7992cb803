"""Rollouts of the positions of a finished game, in a worker process. Called by `hub.simulation.workers`.

All functions take the packed game, which each process unpacks only once.
"""

import pickle
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from hub.domain.commands import Throw
from hub.domain.history import Move
from hub.domain.state import State
from hub.domain.tasks import asked
from hub.features.odds.evaluation import Chances
from hub.features.odds.hindsight.spans import Span, spans_of
from hub.features.odds.playing import Playing
from hub.features.odds.position import Position, seen_by
from hub.rules.game import Game
from hub.rules.handlers import Chance
from hub.rules.reasons import Rejected
from hub.rules.slots import Rules
from hub.table.game.chance import Dice

FACES = 6


class MeasuredPosition(Struct, frozen=True):
    """A position of a game, after `moves` moves; `thrown`: rollouts start with the throw, with nothing before it."""

    moves: int
    thrown: bool = False


def packed(rules: Rules, moves: Sequence[Move]) -> bytes:
    """Pack a game for another process: its rules, and the moves in force."""
    return pickle.dumps((rules, tuple(moves)), pickle.HIGHEST_PROTOCOL)


def cut(game: bytes) -> list[Span]:
    """The spans of a packed game."""
    return spans_of(*unpacked(game))


def play(game: bytes, mark: MeasuredPosition, seed: str, numbers: range) -> list[list[Chances]]:
    """Play rollouts of a position with these numbers; as for the outlook, from what an onlooker may know."""
    position = _positions(game)(mark.moves)
    if not mark.thrown:
        return [Playing(position).chances(seed, numbers)]
    after = _Thrown(position)
    return [[after.playing(seed, number).chances(seed, range(number, number + 1))[0] for number in numbers]]


@lru_cache(maxsize=1)
def unpacked(game: bytes) -> tuple[Rules, tuple[Move, ...]]:
    """The rules and the moves in force."""
    parts: tuple[Rules, tuple[Move, ...]] = pickle.loads(game)  # noqa: S301 our own bytes
    return parts


class _Positions:
    """The positions of a game; fast if requested in ascending order, since going back means folding from the start."""

    def __init__(self, rules: Rules, moves: Sequence[Move]) -> None:
        self._rules, self._moves = rules, moves
        self._state, self._at = State(), 0

    def __call__(self, count: int) -> Position:
        """The position after this many moves."""
        if count < self._at:
            self._state, self._at = State(), 0
        for move in self._moves[self._at : count]:
            for fact in move.facts:
                fact.fold(self._state)
        self._at = count
        return seen_by(self._rules, self._state, None)


@lru_cache(maxsize=1)
def _positions(game: bytes) -> _Positions:
    return _Positions(*unpacked(game))


class _Laid:
    """Stratified chance for one throw: over 36 numbers two dice show each pair once; everything else is random."""

    def __init__(self, seed: str, number: int) -> None:
        self._faces: tuple[int, ...] = (number // FACES % FACES + 1, number % FACES + 1)
        self._chance = Dice(f"{seed}/throw/{number}")
        self.shuffled, self.pick = self._chance.shuffled, self._chance.pick

    def faces(self, count: int) -> tuple[int, ...]:
        """The two first of all, then any."""
        laid, self._faces = self._faces[:count], self._faces[count:]
        return laid + self._chance.faces(count - len(laid))


class _Thrown:
    """The position after a throw, for each of its outcomes."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._playing: dict[object, Playing] = {}

    def playing(self, seed: str, number: int) -> Playing:
        """The position after the throw of this number, to be played on."""
        position = self._position
        game, chance = Game(position.rules, position.copied()), _Laid(seed, number)
        command = _faced(game, chance)
        if command not in self._playing:
            decided = game.decide(command)
            assert not isinstance(decided, Rejected), "it was thrown"
            self._playing[command] = Playing(seen_by(position.rules, game.state, None))
        return self._playing[command]


def _faced(game: Game, chance: Chance) -> Throw:
    task = game.state.agenda.task
    assert task is not None, "somebody throws"
    fill = game.rules.chances[Throw]
    command: Throw = fill(game, Throw(asked(task)[0]), chance)
    return command

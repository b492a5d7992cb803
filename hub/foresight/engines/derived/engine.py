"""The derived engine behind the interface of all engines: positions in, rollouts out."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

from hub.bots.sensible.chart import Chart
from hub.domain.commands import Throw
from hub.domain.tasks import ThrowPending
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived.compiled import library
from hub.foresight.engines.derived.playbooks import Playbook, opened
from hub.foresight.engines.derived.tables import NotCovered
from hub.foresight.engines.interfaces import TURNS_MAXIMUM, Rollout
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.position import Position
from hub.rules.slots import Rules

COMPILED, PLAIN = "derived, compiled", "derived"


class _Same:
    """Compares rules by identity: comparing all their figures would take longer than what is cached for them saves."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.rules is self.rules


@lru_cache(maxsize=2)
def _opened(same: _Same) -> tuple[Playbook, at.Vector]:
    """Cached, since many positions of an edition are played: answers to a question, moves of a game."""
    return opened(same.rules, Chart.of(same.rules).reserve)


class Derived:
    """Plays one position, with the native library if there is one. Raises NotCovered for what it cannot play.

    With `first`, a throw, the seat that is to throw does that before anything else.
    """

    def __init__(self, position: Position, first: Throw | None = None) -> None:
        rules = position.rules
        self._position, self._first = position, first
        self._book, self._t = _opened(_Same(rules))
        self._p = self._book.position_of(rules, self._t, position.state)
        if first is not None:
            if not isinstance(position.state.agenda.task, ThrowPending):
                raise NotCovered("a throw of another kind")
            self._p[at.HASTE] = 1
        self._library = library(self._book.entry)
        self.name = PLAIN if self._library is None else COMPILED

    def rollouts(self, seed: str, numbers: range) -> list[Rollout]:
        """Play on, once for each number; what does not fit into the flat position is played by the rules themselves."""
        luck = zlib.crc32(seed.encode()) >> 1
        found = self._played(luck, numbers.start, len(numbers))
        played = [Rollout(winner, turns) for winner, turns in zip(found[::2], found[1::2], strict=True)]
        for place, rollout in enumerate(played):
            if rollout.winner < 0:
                number = numbers[place]
                played[place] = OneRoad(self._position, self._first).rollouts(seed, range(number, number + 1))[0]
        return played

    def _played(self, luck: int, first: int, count: int) -> Sequence[int]:
        if self._library is not None:
            return self._library.rollouts(self._p, self._t, luck, first, count, TURNS_MAXIMUM)[:-1]
        found = [0] * (2 * count)
        self._book.rollouts(self._p, [0] * len(self._p), self._t, luck, first, count, TURNS_MAXIMUM, found)
        return found

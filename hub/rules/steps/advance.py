"""Putting the piece on its space: the salary on the way, then whatever the space does (classic-02, -04)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import Advance
from hub.domain.ids import BANK, Seat, Space
from hub.domain.pieces import PieceMoved
from hub.domain.tasks import AdvancePending, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.ports import Passage
from hub.rules.reasons import Rejected
from hub.rules.track import Track


@dataclass(frozen=True)
class StartPays:
    """`passing` for going past the start space, `landing` for stopping there."""

    passing: int
    landing: int

    def due(self, track: Track, origin: int, target: int) -> int:
        if target > origin:
            return 0
        return self.landing if target == 0 else self.passing


@dataclass(frozen=True)
class SalaryPaid:
    """The salary of the way, from the bank."""

    def passed(self, game: Game, task: AdvancePending, origin: Space) -> None:
        if task.salary:
            pay(game, BANK, task.seat, task.salary, "salary", {"seat": task.seat})


@dataclass(frozen=True)
class Advancing:
    """The move ends where the throw or the card said; no other space can be chosen.

    `passages` happen on the way, in this order.
    """

    passages: tuple[Passage, ...]

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(Advance, self.refuse, self.advance, answers=self.answers),)

    def refuse(self, game: Game, command: Advance) -> Rejected | None:
        task = open_of(game, AdvancePending, command.seat)
        return task if type(task) is Rejected else None

    def advance(self, game: Game, command: Advance) -> None:
        task, rules = game.settle(), game.rules
        assert type(task) is AdvancePending
        seat, space = task.seat, task.space
        origin = game.state.pieces.spaces[seat]
        game.emit(PieceMoved(seat, origin, space, task.by))
        for passage in self.passages:
            passage.passed(game, task, origin)
        rules.arrivals[rules.track.spaces[space].kind].land(game, task)

    def answers(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, AdvancePending):
            yield Choice(Advance(seat), role="ok")

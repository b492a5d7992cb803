"""Putting the piece on its space: the salary on the way, then whatever the space does (classic-02, -04)."""

from __future__ import annotations

from dataclasses import replace

from hub.domain.commands import Advance
from hub.domain.ids import BANK
from hub.domain.pieces import PieceMoved
from hub.domain.tasks import AdvancePending
from hub.rules.answering import answer_to
from hub.rules.game import Game
from hub.rules.handlers import Handlers
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.slots import Passage
from hub.rules.track import Track


@part(sheet="start_pays")
class StartPays:
    """`passing` for going past the start space, `landing` for stopping there; `either_way`: also coming backward."""

    passing: int
    landing: int
    either_way: bool = False

    def due(self, track: Track, origin: int, target: int) -> int:
        if target > origin:
            return 0
        return self.landing if target == 0 else self.passing

    def backward(self, target: int) -> int:
        return self.landing if self.either_way and target == 0 else 0

    def printed(self, amount: int) -> StartPays:
        return replace(self, passing=amount, landing=amount * self.landing // max(1, self.passing))

    def twice_on_start(self) -> StartPays:
        return replace(self, landing=2 * self.passing)


@part(sheet=None)
class Advancing:
    """The piece goes to the space of the task, nowhere else; on the way `passages` happen, and the bank pays salary."""

    passages: tuple[Passage, ...] = ()

    def handlers(self) -> Handlers:
        return (answer_to(AdvancePending, Advance, self.advance, role="ok"),)

    def advance(self, game: Game, command: Advance, task: AdvancePending) -> None:
        seat, space, rules = task.seat, task.space, game.rules
        origin = game.state.pieces.spaces[seat]
        game.emit(PieceMoved(seat, origin, space, task.by))
        for passage in self.passages:
            passage.passed(game, task, origin)
        if task.salary:
            pay(game, BANK, seat, task.salary, "salary", {"seat": seat})
        rules.landings[space].land(game, task)

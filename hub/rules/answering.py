"""Commands that answer a task: what most slots are made of, so that no slot looks for the open task itself."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from hub.domain.commands import SeatCommand
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import Task
from hub.rules.asking import refuse_answer
from hub.rules.game import Game
from hub.rules.handlers import Chance, Choice, Handler, Role, nothing_asked, nothing_free
from hub.rules.reasons import Rejected

C = TypeVar("C", bound=SeatCommand)
T = TypeVar("T", bound=Task)


def answer_to(
    task: type[T] | tuple[type[T], ...],
    command: type[C],
    perform: Callable[[Game, C, T], None],
    refuse: Callable[[Game, C, T], Rejected | None] | None = None,
    answers: Callable[[Game, T, Seat], Iterable[Choice]] | None = None,
    *,
    role: Role = "extra",
    free: Callable[[Game, Seat], Iterable[Choice]] = nothing_free,
    chance: Callable[[Game, C, Chance], C] | None = None,
) -> Handler[C]:
    """The handler of a command that answers a task of this kind, or of one of these.

    Amid anything else, and by a seat that is not asked, the command is refused before `refuse` sees it. Carrying it
    out closes the task before `perform` begins. Without `answers` there is one choice: the command, in this `role`.
    """

    def judge(game: Game, given: C) -> Rejected | None:
        asking = game.state.agenda.task
        if isinstance(asking, task) and asking.seat in (given.seat, NOBODY):
            return None if refuse is None else refuse(game, given, asking)
        return refuse_answer(game, task)

    def listed(game: Game, asking: Task, seat: Seat) -> Iterable[Choice]:
        if not isinstance(asking, task):
            return ()
        return (Choice(command(seat), role),) if answers is None else answers(game, asking, seat)

    offered = nothing_asked if answers is nothing_asked else listed
    return Handler(command, judge, perform, offered, free, chance, closes=True)

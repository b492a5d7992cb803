"""The agenda: the stack of open tasks and how far the turn plan has come. One fact per move sets it."""

from dataclasses import dataclass

from hub.domain.facts import Fact, State
from hub.domain.tasks import AnyTask, Task


@dataclass(slots=True)
class Agenda:
    """`tasks`: the last one is open, the ones before it wait. `step`: the index in the turn plan that comes next.

    `task` repeats the open one, because it is read so often; None before the start and after the end.
    """

    tasks: tuple[Task, ...] = ()
    step: int = 0
    task: Task | None = None


class AgendaSet(Fact):
    """What the table waits for from now on; the last fact of every move."""

    tasks: tuple[AnyTask, ...]
    step: int

    def fold(self, state: State) -> None:
        agenda = state.agenda
        agenda.tasks = tasks = self.tasks
        agenda.step = self.step
        agenda.task = tasks[-1] if tasks else None

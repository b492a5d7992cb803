"""The agenda: the stack of open tasks and how far the turn plan has come. One fact per move sets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.tasks import Task

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Agenda:
    """`tasks`: the last one is open, the ones before it wait. `step`: the index in the turn plan that comes next.

    `task` is the open one once more, because everybody asks for it; None before the start and after the end.
    """

    tasks: tuple[Task, ...] = ()
    step: int = 0
    task: Task | None = None


class AgendaSet(Fact, frozen=True):
    """What the table waits for from now on. The last fact of a move."""

    tasks: tuple[Task, ...]
    step: int


def agenda_set(state: State, fact: AgendaSet) -> None:
    agenda = state.agenda
    agenda.tasks = tasks = fact.tasks
    agenda.step = fact.step
    agenda.task = tasks[-1] if tasks else None


def open_task(state: State) -> Task | None:
    """What the table waits for now; None before the start and after the end."""
    return state.agenda.task

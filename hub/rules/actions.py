"""How one kind of command is judged, carried out and offered: what every slot of an edition is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat
from hub.domain.tasks import Task

if TYPE_CHECKING:
    from hub.rules.game import Game
    from hub.rules.ports import Chance
    from hub.rules.reasons import Rejected

C = TypeVar("C")


class Choice(Struct, frozen=True, gc=False):
    """One command a seat may consider, with the bounds of its amount, which goes up in units of `step`.

    `cost` is what leaves the seat (negative: what comes), without what comes on top for its `purpose`; `role` names
    the button it is the twin of.
    """

    command: SeatCommand
    role: Literal["ok", "cancel", "dice", "extra"] = "extra"
    cost: int = 0
    minimum: int | None = None
    maximum: int | None = None
    purpose: str = ""
    step: int = 1


def nothing_asked(_game: Game, _task: Task, _seat: Seat) -> Iterable[Choice]:
    """The answers of an action that settles no task."""
    return ()


def nothing_free(_game: Game, _seat: Seat) -> Iterable[Choice]:
    """The offers of an action that is only ever an answer."""
    return ()


@dataclass(frozen=True, slots=True)
class Action(Generic[C]):
    """How one kind of command is judged and carried out.

    `refuse` is the only judge: the engine calls it before `perform`, and prompts call it for each choice they list.
    `answers` lists the choices for a seat that is asked by a task, `free` those beside the prompt. `chance` fills in
    what the table's chance decides about a command, before it is judged; None where chance has no part in it.
    """

    command: type[C]
    refuse: Callable[[Game, C], Rejected | None]
    perform: Callable[[Game, C], None]
    answers: Callable[[Game, Task, Seat], Iterable[Choice]] = nothing_asked
    free: Callable[[Game, Seat], Iterable[Choice]] = nothing_free
    chance: Callable[[Game, C, Chance], C] | None = None

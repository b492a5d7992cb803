"""How one kind of command is judged, carried out and offered: what every slot of an edition is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat, Space
from hub.domain.tasks import Task
from hub.rules.reasons import Rejected

if TYPE_CHECKING:
    from hub.rules.game import Game

C = TypeVar("C")
Role: TypeAlias = Literal["ok", "cancel", "dice", "extra"]


class Chance(Protocol):
    """The source of dice and shuffles, which the table injects; the rules have none of their own."""

    def faces(self, count: int) -> tuple[int, ...]:
        """So many dice, each 1 to 6."""

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """These card numbers in a random order."""

    def pick(self, count: int) -> int:
        """A number from 0 to `count` - 1."""


class Choice(Struct, frozen=True, gc=False):
    """One command that a seat may give, with the bounds of its amount, which goes up in units of `step`.

    `cost` is what the seat pays (negative: receives), without the levy on its `purpose`; `role` names the button of the
    console for it. `goal` is the space to which it sends the piece.
    """

    command: SeatCommand
    role: Role = "extra"
    cost: int = 0
    minimum: int | None = None
    maximum: int | None = None
    purpose: str = ""
    step: int = 1
    goal: Space | None = None


def nothing_asked(_game: Game, _task: Task, _seat: Seat) -> Iterable[Choice]:
    """The answers of a handler that closes no task."""
    return ()


def nothing_free(_game: Game, _seat: Seat) -> Iterable[Choice]:
    """The offers of a handler that is only ever an answer."""
    return ()


@dataclass(frozen=True, slots=True)
class Handler(Generic[C]):
    """How one kind of command is judged and carried out.

    `refuse` is the only judge: the engine calls it before `perform`, and prompts call it for each choice they list.
    `perform` also gets the open task if it `closes` that.
    `answers` lists the choices for a seat that is asked by a task, `free` side questions. `chance` fills in
    what the table's chance decides about a command, before it is judged; None where chance has no part in it.
    """

    command: type[C]
    refuse: Callable[[Game, C], Rejected | None]
    perform: Callable[..., None]
    answers: Callable[[Game, Task, Seat], Iterable[Choice]] = nothing_asked
    free: Callable[[Game, Seat], Iterable[Choice]] = nothing_free
    chance: Callable[[Game, C, Chance], C] | None = None
    closes: bool = False


Handlers: TypeAlias = tuple[Handler[Any], ...]
"""The handlers of a slot; empty if it handles no command."""

"""When a seat may choose how to get out of jail: in its turn, before throwing or waiting. Shared by the ways out."""

from collections.abc import Callable, Iterable

from hub.domain.custody import in_jail
from hub.domain.ids import Seat
from hub.domain.tasks import Task, ThrowPending
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.handlers import Choice
from hub.rules.reasons import Reason, Rejected


def not_waiting_in_jail(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that is not in jail, or not about to throw."""
    if isinstance(task := open_of(game, ThrowPending, seat), Rejected):
        return task
    return None if in_jail(game.state, seat) else Rejected(Reason.NOT_IN_JAIL)


def while_waiting(choice: Callable[[Game, Seat], Choice]) -> Callable[[Game, Task, Seat], Iterable[Choice]]:
    """The answers of a way out: one choice, for a seat that is in jail and about to throw."""

    def answers(game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        waiting = isinstance(task, ThrowPending) and in_jail(game.state, seat)
        return (choice(game, seat),) if waiting else ()

    return answers

"""When a seat may deal from afar or with the bank: before its own throws (euro-03, -21, -23) [E3, E36, E38]."""

from hub.domain.custody import FREE, in_jail
from hub.domain.ids import Seat
from hub.domain.tasks import ThrowPending
from hub.rules.asking import absent, open_of
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected


def before_own_throw(game: Game, seat: Seat) -> bool:
    """Whether a seat is about to throw, including in jail or just out of it."""
    task = game.state.agenda.task
    return type(task) is ThrowPending and task.seat == seat


def refuse_dealing(game: Game, seat: Seat) -> Rejected | None:
    """Refuse sales and remote purchases at any other time, in jail, and in the turn in which the seat left it.

    Called for every choice from afar, so the common case, in which all is well, comes first.
    """
    custody = game.state.custody
    if before_own_throw(game, seat) and custody.missed[seat] == FREE and custody.released != seat:
        return None
    if rejected := absent(game, seat):
        return rejected
    if isinstance(task := open_of(game, ThrowPending, seat), Rejected):
        return task
    return Rejected(Reason.IN_JAIL if in_jail(game.state, seat) else Reason.JUST_RELEASED)

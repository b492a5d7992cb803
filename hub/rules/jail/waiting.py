"""The moment in jail in which one chooses how to get out: on turn, before throwing or waiting. For the ways out."""

from __future__ import annotations

from hub.domain.custody import in_jail
from hub.domain.ids import Seat
from hub.domain.tasks import ThrowPending
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected


def not_waiting_in_jail(game: Game, seat: Seat) -> Rejected | None:
    """Refuse who is not in jail, or is not the one who is about to throw."""
    task = open_of(game, ThrowPending, seat)
    if type(task) is Rejected:
        return task
    return None if in_jail(game.state, seat) else Rejected(Reason.NOT_IN_JAIL)

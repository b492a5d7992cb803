"""The spaces that the current move has passed, where throws add up to one move."""

from __future__ import annotations

from itertools import accumulate

from hub.domain.ids import Space
from hub.domain.tasks import AdvancePending, ThrowAgainPending
from hub.rules.game import Game


def stops(game: Game) -> tuple[Space, ...]:
    """Derived from where the piece still stands before it is advanced; empty once the move is over."""
    task, turns = game.state.agenda.task, game.state.turns
    thrown = isinstance(task, AdvancePending) and task.by == "throw"
    if not (thrown or isinstance(task, ThrowAgainPending)):
        return ()
    origin, spaces = game.state.pieces.spaces[turns.seat], len(game.rules.track.spaces)
    return tuple((origin + steps) % spaces for steps in accumulate(turns.passed))

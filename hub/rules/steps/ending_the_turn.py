"""A double *may* throw again: whoever had one may end the turn instead (euro-02) [E40]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.custody import in_jail
from hub.domain.dealing import EndTurn
from hub.domain.ids import Seat
from hub.domain.tasks import Task, ThrowPending
from hub.domain.turns import FurtherThrowWaived
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected


@dataclass(frozen=True)
class EndingTheTurn:
    """Only the throw that a double grants is a right; the first one of a turn, and one that a card orders, are not."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(EndTurn, self.refuse, self.end, answers=self.answers),)

    def refuse(self, game: Game, command: EndTurn) -> Rejected | None:
        task = open_of(game, ThrowPending, command.seat)
        if type(task) is Rejected:
            return task
        return None if _granted_by_double(game, command.seat) else Rejected(Reason.NOT_NOW)

    def end(self, game: Game, command: EndTurn) -> None:
        """The double grants nothing any more, so the turn plan goes on to the next seat."""
        game.settle()
        game.emit(FurtherThrowWaived(command.seat))

    def answers(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, ThrowPending) and _granted_by_double(game, seat):
            yield Choice(EndTurn(seat), role="cancel")


def _granted_by_double(game: Game, seat: Seat) -> bool:
    """Whether the throw that is awaited is the one after a double; a card's comes first [E19]."""
    turns = game.state.turns
    return turns.streak > 0 and not turns.granted and not in_jail(game.state, seat)

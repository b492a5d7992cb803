"""Two dice that add up: a double throws again at once, and only the last throw ends the move (mpmp-02, -03).

The piece stays where it is until then. The spaces in between are passed: nothing is bought, paid or drawn there [P1],
and a start space among them pays as one that is passed [P2].
"""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.commands import Throw
from hub.domain.custody import in_jail
from hub.domain.tasks import ThrowAgainPending, ThrowPending
from hub.domain.turns import DiceThrown, StopPassed, thrown_total
from hub.rules.game import Game
from hub.rules.moving import go_forward, go_to_jail
from hub.rules.throws.two_dice import is_double


@dataclass(frozen=True)
class AddingUp:
    """`doubles_to_jail` doubles in a row lead to jail from where the move began: all of it is void [P3]."""

    doubles_to_jail: int = 3

    def dice(self, game: Game, task: ThrowPending | ThrowAgainPending) -> int:
        return 2

    def pips(self, faces: tuple[int, ...]) -> int:
        return sum(faces)

    def thrown(self, game: Game, task: ThrowPending | ThrowAgainPending, command: Throw) -> None:
        seat, turns = command.seat, game.state.turns
        if in_jail(game.state, seat):
            assert isinstance(task, ThrowPending), "who is sent to jail amid a move throws no more"
            game.rules.jail.thrown(game, task, command)
            return
        streak = turns.streak + 1 if is_double(command.faces) else 0
        game.emit(DiceThrown(seat, command.faces, command.source, streak))
        if streak == self.doubles_to_jail:
            go_to_jail(game, seat, "doubles")
        elif streak:
            throw_on(game, seat)
        else:
            target = game.state.pieces.spaces[seat] + thrown_total(turns)
            go_forward(game, seat, target % len(game.rules.track.spaces), "throw")


def throw_on(game: Game, seat: int) -> None:
    """The double just thrown is part of the move and not its end: the same seat throws again at once."""
    turns = game.state.turns
    space = (game.state.pieces.spaces[seat] + thrown_total(turns)) % len(game.rules.track.spaces)
    game.emit(StopPassed(seat, space, sum(turns.faces)))
    game.ask(ThrowAgainPending(seat))

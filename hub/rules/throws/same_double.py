"""Two dice where throwing the same double twice in a row leads to jail (euro-02, -20) [E33, E34]."""

from hub.domain.commands import Throw
from hub.domain.custody import in_jail
from hub.domain.tasks import SeatTask
from hub.domain.turns import DiceThrown
from hub.rules.game import Game
from hub.rules.moving import go_by_faces, go_to_jail
from hub.rules.parts import part
from hub.rules.throws.two_dice import TwoDice, is_double


@part(sheet="same_double_to_jail")
class SameDoubleToJail(TwoDice):
    """Any `doubles_to_jail` doubles in a row lead to jail too; the last one moves no piece. In jail nobody throws."""

    def dice(self, game: Game, task: SeatTask) -> int:
        return game.rules.jail.dice(game, task) if in_jail(game.state, task.seat) else 2

    def thrown(self, game: Game, task: SeatTask, command: Throw) -> None:
        turns, double = game.state.turns, is_double(command.faces)
        same = double and turns.streak > 0 and turns.faces == command.faces
        streak = turns.streak + 1 if double else 0
        game.emit(DiceThrown(command.seat, command.faces, command.source, streak))
        if same or streak == self.doubles_to_jail:
            go_to_jail(game, command.seat, "doubles")
        else:
            go_by_faces(game, command.seat, command.faces)

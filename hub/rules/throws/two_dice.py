"""Two dice; a double grants another throw after the move, the third in a row leads to jail (classic-02, -03)."""

from hub.domain.commands import Throw
from hub.domain.custody import FREE
from hub.domain.tasks import SeatTask, ThrowPending
from hub.domain.turns import DiceThrown
from hub.rules.game import Game
from hub.rules.moving import go_by_faces, go_to_jail
from hub.rules.parts import part


def is_double(faces: tuple[int, ...]) -> bool:
    """Whether the first two dice agree."""
    return faces[0] == faces[1]


@part(sheet="two_dice")
class TwoDice:
    """`doubles_to_jail` doubles in a row lead to jail."""

    doubles_to_jail: int = 3

    def dice(self, game: Game, task: SeatTask) -> int:
        return 2

    def pips(self, faces: tuple[int, ...]) -> int:
        return sum(faces)

    def thrown(self, game: Game, task: SeatTask, command: Throw) -> None:
        seat, faces, state = command.seat, command.faces, game.state
        if state.custody.missed[seat] != FREE:
            assert isinstance(task, ThrowPending), "whoever is sent to jail during a move does not throw again"
            game.rules.jail.thrown(game, task, command)
            return
        streak = state.turns.streak + 1 if faces[0] == faces[1] else 0
        game.emit(DiceThrown(seat, faces, command.source, streak))
        if streak == self.doubles_to_jail:
            go_to_jail(game, seat, "doubles")
        else:
            self.go(game, seat, faces)

    go = staticmethod(go_by_faces)
    """Carry out a throw that does not lead to jail."""

"""Jail without a limit of turns: only a double or one of the other ways out ends it (mpmp-13)."""

from hub.domain.commands import Throw
from hub.domain.custody import JailThrowMissed, SeatReleased
from hub.domain.tasks import ThrowPending
from hub.domain.turns import DiceThrown
from hub.rules.game import Game
from hub.rules.handlers import Handlers
from hub.rules.parts import part
from hub.rules.slots import Slot
from hub.rules.throws.adding_up import throw_on
from hub.rules.throws.two_dice import is_double


@part(sheet="stay_or_double")
class StayOrDouble:
    """`ways_out` are bail and release card. The double that frees is the first of the move it begins [P16, P16a]."""

    ways_out: Slot

    def handlers(self) -> Handlers:
        return self.ways_out.handlers()

    def dice(self, game: Game, task: ThrowPending) -> int:
        return 2

    def thrown(self, game: Game, task: ThrowPending, command: Throw) -> None:
        seat, double = command.seat, is_double(command.faces)
        game.emit(DiceThrown(seat, command.faces, command.source, streak=int(double)))
        if double:
            game.emit(SeatReleased(seat, "double"))
            throw_on(game, seat)
        else:
            game.emit(JailThrowMissed(seat, game.state.custody.missed[seat] + 1))

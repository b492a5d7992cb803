"""How a game begins when chance names who is first: money for everybody, and the first turn (mpmp-01) [P20]."""

from dataclasses import replace

from hub.domain.commands import StartGame
from hub.domain.turns import TurnBegan
from hub.rules.game import Game
from hub.rules.handlers import Chance, Handler, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected
from hub.rules.slots import Opening
from hub.rules.throws.setting_up import deal_out, refuse_start, start_command


@part(sheet="first_by_chance")
class FirstByChance:
    """Chance picks the first seat when the game is set up; nobody throws for it."""

    money: int

    def handlers(self) -> Handlers:
        return (Handler(StartGame, self.refuse, self.start),)

    def dealing(self, money: int) -> Opening:
        return replace(self, money=money)

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        return start_command(game, seats, chance, chance.pick(seats))

    def refuse(self, game: Game, command: StartGame) -> Rejected | None:
        rejected = refuse_start(game, command)
        if rejected is None and not 0 <= command.first < command.seats:
            return Rejected(Reason.NO_SUCH_SEAT)
        return rejected

    def start(self, game: Game, command: StartGame) -> None:
        deal_out(game, command, self.money)
        game.emit(TurnBegan(command.first, 1))

"""How a game begins: money for everybody, and the first turn to the highest throw (classic-01)."""

from dataclasses import replace

from hub.domain.commands import StartGame, Throw
from hub.domain.tasks import OpeningThrowPending
from hub.domain.turns import OpeningThrown, TurnBegan
from hub.rules.game import Game
from hub.rules.handlers import Chance, Handler, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Rejected
from hub.rules.slots import Opening
from hub.rules.throws.setting_up import deal_out, refuse_start, start_command


@part(sheet="highest_throw_starts")
class HighestThrowStarts:
    """Everybody throws `dice_count` dice once, in seat order; the highest begins, tied seats throw again."""

    money: int
    dice_count: int = 2

    def handlers(self) -> Handlers:
        return (Handler(StartGame, self.refuse, self.start),)

    def dealing(self, money: int) -> Opening:
        return replace(self, money=money)

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        return start_command(game, seats, chance)

    def refuse(self, game: Game, command: StartGame) -> Rejected | None:
        return refuse_start(game, command)

    def start(self, game: Game, command: StartGame) -> None:
        deal_out(game, command, self.money)
        game.ask(OpeningThrowPending(tuple(range(command.seats))))

    def dice(self, game: Game, task: OpeningThrowPending) -> int:
        return self.dice_count

    def thrown(self, game: Game, task: OpeningThrowPending, command: Throw) -> None:
        game.emit(OpeningThrown(command.seat, command.faces, command.source))
        thrown = (*task.thrown, (command.seat, sum(command.faces)))
        if len(task.seats) > 1:
            game.ask(OpeningThrowPending(task.seats[1:], thrown))
            return
        highest = max(total for _, total in thrown)
        tied = tuple(seat for seat, total in thrown if total == highest)
        if len(tied) > 1:
            game.ask(OpeningThrowPending(tied))
        else:
            game.emit(TurnBegan(tied[0], 1))

"""The steps of a turn. An edition lists them in order; a step is entered when nothing else is open.

The window for building and trade needs no step of its own: it lasts from the end of one move until the next throw
(K5, K12).
"""

from hub.domain.custody import in_jail
from hub.domain.ids import Seat
from hub.domain.tasks import ThrowPending
from hub.domain.turns import TurnBegan
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.steps.bedtime import ends_now

FIRST_STEP = 0


@part(sheet=None)
class AskForThrow:
    """The seat on turn throws."""

    def enter(self, game: Game) -> None:
        game.ask(ThrowPending(game.state.turns.seat))


@part(sheet=None)
class AgainAfterDouble:
    """A double grants another throw, unless it led to jail or bankruptcy (classic-03, classic-13)."""

    def enter(self, game: Game) -> None:
        turns = game.state.turns
        if turns.streak and not turns.out[turns.seat] and not in_jail(game.state, turns.seat):
            game.step = FIRST_STEP


@part(sheet=None)
class NextTurn:
    """The turn passes clockwise to the next seat that is still in the game, unless it is time to end."""

    def enter(self, game: Game) -> None:
        turns = game.state.turns
        if turns.rounds_left and ends_now(game):
            return
        count = len(turns.out)
        seat = (turns.seat + 1) % count
        while (turns.out[seat] or turns.skips[seat]) and self.passed_over(game, seat):
            seat = (seat + 1) % count
        game.emit(TurnBegan(seat, turns.number + 1))
        game.step = FIRST_STEP

    def passed_over(self, game: Game, seat: Seat) -> bool:
        return game.state.turns.out[seat]

"""Throws that add up: a double is followed at once by another throw, and only the last ends the move (mpmp-02, -03).

The piece stays where it is until then. The spaces in between are passed: nothing is bought, paid or drawn there [P1],
and a start space among them pays as one that is passed [P2].
"""

from hub.domain.ids import Seat
from hub.domain.tasks import ThrowAgainPending
from hub.domain.turns import StopPassed, thrown_total
from hub.rules.game import Game
from hub.rules.moving import go_forward
from hub.rules.parts import part
from hub.rules.throws.two_dice import TwoDice


@part(sheet="adding_up")
class AddingUp(TwoDice):
    """`doubles_to_jail` doubles in a row lead to jail from where the move began, and the whole move is void [P3]."""

    def go(self, game: Game, seat: Seat, faces: tuple[int, ...]) -> None:
        if game.state.turns.streak:
            throw_on(game, seat)
        else:
            target = game.state.pieces.spaces[seat] + thrown_total(game.state.turns)
            go_forward(game, seat, target % len(game.rules.track.spaces), "throw")


def throw_on(game: Game, seat: Seat) -> None:
    """The double just thrown does not end the move: the same seat throws again at once."""
    turns = game.state.turns
    space = (game.state.pieces.spaces[seat] + thrown_total(turns)) % len(game.rules.track.spaces)
    game.emit(StopPassed(seat, space, sum(turns.faces)))
    game.ask(ThrowAgainPending(seat))

"""Steps of a turn in editions where players wait, in jail or because of a card (euro-02, -14, -22)."""

from hub.domain.custody import SeatReleased, in_jail
from hub.domain.ids import Seat
from hub.domain.tasks import ThrowPending
from hub.domain.turns import TurnSkipped
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.steps.plan import FIRST_STEP, NextTurn


@part(sheet=None)
class ThrowOrTimeServed:
    """A seat that has waited in jail for `turns` turns is free, and has to go on [E37]."""

    turns: int

    def enter(self, game: Game) -> None:
        seat = game.state.turns.seat
        if game.state.custody.missed[seat] >= self.turns:
            game.emit(SeatReleased(seat, "time"))
        game.ask(ThrowPending(seat))


@part(sheet="again_unless_on")
class AgainUnlessOn:
    """A double allows another throw, except on these `kinds` of spaces; a card may grant one even there [E6]."""

    kinds: frozenset[str]

    def enter(self, game: Game) -> None:
        state, turns = game.state, game.state.turns
        if not (turns.granted or turns.streak) or turns.out[turns.seat] or in_jail(state, turns.seat):
            return
        kind = game.rules.track.spaces[state.pieces.spaces[turns.seat]].kind
        if turns.granted or kind not in self.kinds:
            game.step = FIRST_STEP


@part(sheet=None)
class NextUnlessSkipped(NextTurn):
    """The turn passes clockwise to the next seat in the game that does not have to miss it [E21]."""

    def passed_over(self, game: Game, seat: Seat) -> bool:
        turns = game.state.turns
        missing = not turns.out[seat] and turns.skips[seat] > 0
        if missing:
            game.emit(TurnSkipped(seat))
        return missing or turns.out[seat]

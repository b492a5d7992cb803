"""Steps of a turn where people wait: for the end of their time in jail, or because a card said so.

Rows euro-02, -14 and -22.
"""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.custody import SeatReleased, in_jail
from hub.domain.turns import TurnBegan, TurnSkipped
from hub.rules.game import Game
from hub.rules.steps.plan import FIRST_STEP, AskForThrow


@dataclass(frozen=True)
class ThrowOrTimeServed(AskForThrow):
    """Who has waited in jail for `turns` turns is free, and has to go on [E37]."""

    turns: int

    def enter(self, game: Game) -> None:
        seat = game.state.turns.seat
        if game.state.custody.missed[seat] >= self.turns:
            game.emit(SeatReleased(seat, "time"))
        super().enter(game)


@dataclass(frozen=True)
class AgainUnlessOn:
    """A double allows another throw, not after landing on these `kinds` of spaces; a card may grant one there [E6]."""

    kinds: frozenset[str]

    def enter(self, game: Game) -> None:
        state, turns = game.state, game.state.turns
        if turns.out[turns.seat] or in_jail(state, turns.seat):
            return
        kind = game.rules.track.spaces[state.pieces.spaces[turns.seat]].kind
        if turns.granted or (turns.streak and kind not in self.kinds):
            game.step = FIRST_STEP


@dataclass(frozen=True)
class NextUnlessSkipped:
    """Clockwise to the next seat in the game that does not have to miss this turn [E21]."""

    def enter(self, game: Game) -> None:
        turns = game.state.turns
        seat = (turns.seat + 1) % len(turns.out)
        while turns.out[seat] or turns.skips[seat]:
            if not turns.out[seat]:
                game.emit(TurnSkipped(seat))
            seat = (seat + 1) % len(turns.out)
        game.emit(TurnBegan(seat, turns.number + 1))
        game.step = FIRST_STEP

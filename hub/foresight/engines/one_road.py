"""The one road: rollouts by the rules themselves, with the bots that take seats at tables. It plays every edition."""

from __future__ import annotations

from contextlib import suppress

from hub.bots import sensible
from hub.domain.commands import SeatCommand
from hub.domain.ids import NOBODY, seat_of
from hub.foresight.engines.interfaces import TURNS_MAXIMUM, Rollout
from hub.foresight.engines.unwatched import Unwatched, play_on
from hub.foresight.position import Position
from hub.rules.house_rules.rounds import end_by_assets
from hub.simulation.match import BotFault
from hub.table.game.chance import Dice


class OneRoad:
    """Plays what people and bots play, by the same commands; with `first`, that one before all others."""

    name = "one road"

    def __init__(self, position: Position, first: SeatCommand | None = None) -> None:
        self._position, self._first, self._make = position, first, sensible(position.rules)

    def rollouts(self, seed: str, numbers: range) -> list[Rollout]:
        """Play on, once for each number."""
        return [self._rollout(f"{seed}/{number}") for number in numbers]

    def _rollout(self, luck: str) -> Rollout:
        position, chance = self._position, Dice(luck)
        state = position.drawn(chance)
        began, seats = state.turns.number, len(state.turns.out)
        bots = [self._make(f"{luck}/{seat}") for seat in range(seats)]
        game = Unwatched(position.rules, chance, state)
        if self._first is not None:
            game.carry_out(self._first)
        with suppress(BotFault):  # a question no bot is ready for: people may have led there
            play_on(game, bots, began + TURNS_MAXIMUM - 1)
        if state.turns.winner == NOBODY:
            end_by_assets(game)
        return Rollout(seat_of(state.turns.winner), state.turns.number - began)

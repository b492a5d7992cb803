"""Playing on: rollouts of a position by the rules themselves, with the bots that take seats at tables.

Where an evaluation was fitted to the rules in force, a rollout is played for a few rounds and what it reaches is judged
(a truncated rollout); elsewhere it is played to its end.
"""

from contextlib import suppress

from hub.bots import sensible
from hub.domain.commands import SeatCommand
from hub.domain.ids import NOBODY
from hub.domain.side_questions import seats_with_side_questions
from hub.domain.state import State
from hub.domain.tasks import ThrowPending
from hub.features.odds.evaluation import Chances, Prospects, evaluation_of, is_fitted
from hub.features.odds.position import Position
from hub.rules.house_rules.rounds import end_by_assets
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.table.game.chance import Dice

TURNS_MAXIMUM = 500
"""A rollout that is not over after so many turns is won by the seat with the most assets (ODDS.md)."""

ROUNDS = 2
"""After so many rounds a rollout is judged: further on costs more and says hardly more."""

EVALUATION, TO_THE_END = "evaluation", "played to the end"
"""How the ways of playing are called where results are shown."""


class Playing:
    """Plays one position on, after the command `first` if there is one. `rounds` is None to play to the end always."""

    def __init__(self, position: Position, first: SeatCommand | None = None, rounds: int | None = ROUNDS) -> None:
        self._position, self._first, self._make = position, first, sensible(position.rules)
        self._evaluation = None if rounds is None else evaluation_of(position.rules)
        self._rounds = rounds or 0

    def rollouts(self, seed: str, numbers: range) -> list[Prospects]:
        """Play on, once for each of these numbers; the same seed and number give the same rollout everywhere."""
        return [self._rollout(f"{seed}/{number}") for number in numbers]

    def chances(self, seed: str, numbers: range) -> list[Chances]:
        """Only what they led to."""
        return [rollout.chances for rollout in self.rollouts(seed, numbers)]

    def _rollout(self, luck: str) -> Prospects:
        position, chance = self._position, Dice(luck)
        state = position.drawn(chance)
        began, seats = state.turns.number, len(state.turns.out)
        player = Player(position.rules, [self._make(f"{luck}/{seat}") for seat in range(seats)], chance, state=state)
        if self._first is not None:
            player.carry_out(self._first)
        with suppress(BotFault):  # a question no bot is ready for: people may have led there
            player.play_on(self._last_turn(state))
        played = state.turns.number - began
        if state.turns.winner == NOBODY and self._evaluation is not None:
            judged = self._evaluation.of(player.game)
            return Prospects(judged.chances, tuple([played + turns for turns in judged.turns]))
        if state.turns.winner == NOBODY:
            end_by_assets(player.game)
        won = tuple([float(seat == state.turns.winner) for seat in range(seats)])
        return Prospects(won, (played, played, played))

    def _last_turn(self, state: State) -> int:
        """The last turn that is played. A turn that has begun is always played to its end before anything is judged."""
        turns = state.turns
        if self._evaluation is None:
            return turns.number + TURNS_MAXIMUM - 1
        ahead = self._rounds * turns.out.count(False)
        return turns.number + ahead - 1 if ahead or is_quiet(state) else turns.number


def way_of(rules: Rules) -> str:
    """How positions of these rules are played on, for where results are shown."""
    return EVALUATION if is_fitted(rules) else TO_THE_END


def is_quiet(state: State) -> bool:
    """Whether a turn has just begun and nothing else is open: evaluations were fitted to such positions."""
    task, turns = state.agenda.task, state.turns
    return isinstance(task, ThrowPending) and not turns.faces and not seats_with_side_questions(state)

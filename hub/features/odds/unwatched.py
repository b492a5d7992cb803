"""A game that nobody watches, for rollouts: the same rules and bots, without what only people and logs need.

Facts are folded, but not kept. A task with a single answer is answered at once, unless somebody has a side question.
The state is the same after each command as in a match of `hub.simulation`; a test compares both.
"""

from __future__ import annotations

from collections.abc import Sequence

from hub.bots.interfaces import Bot
from hub.bots.sensible.player import ONE_ANSWER
from hub.domain.commands import SeatCommand
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, seat_of
from hub.domain.side_questions import seats_with_side_questions
from hub.domain.state import State
from hub.rules.game import STEPS_MAXIMUM, Game
from hub.rules.handlers import Chance
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, follow


class Unwatched(Game):
    """Carries out commands, and what has a single answer after them."""

    def __init__(self, rules: Rules, chance: Chance, state: State) -> None:
        super().__init__(rules, state)
        self._chance, self._chances = chance, rules.chances
        self._answers = {
            task: (command, rules.chances.get(command), rules.handlers[command].perform)
            for task, command in ONE_ANSWER.items()
            if command in rules.handlers
        }

    def carry_out(self, command: SeatCommand) -> None:
        """Carry out a command of a bot that was asked. Raises BotFault if the rules refuse it."""
        kind = type(command)
        fill = self._chances.get(kind)
        if fill is not None:
            command = fill(self, command, self._chance)
        if command is not self._accepted and (rejected := self.refuse(command)):
            raise BotFault(f"{command} was refused: {rejected.reason.value}")
        self._accepted = None
        agenda = self.state.agenda
        self.tasks, self.step = [*agenda.tasks], agenda.step
        self._handlers[kind].perform(self, command)
        self._carry_on()

    def emit(self, fact: Fact) -> None:
        """Fold a fact, and let the edition react."""
        fact.fold(self.state)
        for react in self._reactions[type(fact)]:
            react(self, fact)

    def _carry_on(self) -> None:
        """Follow the turn plan until somebody has a choice or the game is over.

        Rules may read the agenda while a command is carried out, so it is set before each.
        """
        plan, state, resumers, answers = self.rules.plan, self.state, self._resumers, self._answers
        turns, agenda = state.turns, state.agenda
        for _ in range(STEPS_MAXIMUM):
            tasks = self.tasks
            if turns.winner != NOBODY:
                break
            if not tasks:
                step = self.step
                self.step = step + 1
                plan[step].enter(self)
                continue
            task = tasks[-1]
            kind = type(task)
            if kind in answers and not seats_with_side_questions(state):
                agenda.tasks, agenda.step, agenda.task = tuple(tasks), self.step, task
                answer, fill, perform = answers[kind]
                command = answer(seat_of(task.seat))
                perform(self, command if fill is None else fill(self, command, self._chance))
            elif kind in resumers:
                tasks.pop()
                resumers[kind].resume(self, task)
            else:
                break
        else:
            raise AssertionError("a move without end")
        agenda.tasks, agenda.step, agenda.task = tuple(tasks), self.step, tasks[-1] if tasks else None


def play_on(game: Unwatched, bots: Sequence[Bot], turns_maximum: int) -> None:
    """Play until somebody has won or turn number `turns_maximum` is over. Raises BotFault."""
    follow(game, bots, turns_maximum, game.carry_out)

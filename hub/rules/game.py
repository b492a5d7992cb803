"""One game in the hands of the rules: its state, and the move being made.

Rules read `game.state`, record what happens with `emit` and ask people with `ask`. Each fact is folded into the
state as soon as it is emitted, so later rules of the same move see it. A move that fails half-way through an
assertion leaves the state inconsistent; its owner folds the log again (`hub.table.table`).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from hub.domain.commands import Command
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, Task
from hub.rules.handlers import Chance
from hub.rules.reasons import Reason, Rejected
from hub.rules.slots import Rules

STEPS_MAXIMUM = 2_000
"""More than any command can lead to; if there are more, two steps follow each other forever."""

C = TypeVar("C")


class SortedHand:
    """`plots` are the `deeds` of one seat by group. Read-only.

    `buildable` are those that could be built on, mortgages aside, in track order of their groups, the `grounds`;
    `house_price_minimum` is the least price of a building there, 0 if there are none.
    """

    def __init__(self, rules: Rules, deeds: tuple[Space, ...]) -> None:
        self._rules, self.deeds = rules, deeds
        printed = rules.track.deeds
        plots: dict[str, list[Space]] = {}
        for space in deeds:
            plots.setdefault(printed[space].group, []).append(space)
        self.plots: Mapping[str, Sequence[Space]] = plots
        enough = rules.grounds
        self.grounds = [group for group, own in plots.items() if group in enough and len(own) >= enough[group]]
        self.buildable: Sequence[Space] = ()
        self.house_price_minimum = 0
        if self.grounds:
            self.grounds.sort(key=rules.track.groups.__getitem__)
            self.buildable = [space for group in self.grounds for space in plots[group]]
            self.house_price_minimum = min([printed[space].house_price for space in self.buildable])

    @cached_property
    def prices(self) -> int:
        """The sum of what is printed on all of them."""
        printed = self._rules.track.deeds
        return sum([printed[space].price for space in self.deeds])


class Game:
    """Rules, state and the move being made. `tasks` is the agenda while a move is made, the open task last."""

    def __init__(self, rules: Rules, state: State | None = None) -> None:
        self.rules = rules
        self._handlers, self._reactions, self._resumers = rules.handlers, rules.reactions_by_fact, rules.resumers
        self._hands = [SortedHand(rules, ())] * (rules.seats[1] + 1)
        self.restart(state or State())
        self.facts: list[Fact] = []
        self.tasks: list[Task] = []
        self.step = 0

    def restart(self, state: State) -> None:
        """Continue from another state; what was derived from the old one is discarded."""
        self.state = state
        self._accepted: Command | None = None

    def refuse(self, command: Command) -> Rejected | None:
        """The reason why a command cannot be carried out now, or None."""
        handler = self._handlers.get(type(command))
        rejected = Rejected(Reason.NOT_IN_EDITION) if handler is None else handler.refuse(self, command)
        if rejected is None:
            self._accepted = command
        return rejected

    def decide(self, command: Command) -> Rejected | tuple[Fact, ...]:
        """Carry out a command. Returns its facts, already folded; or the refusal, and nothing has changed."""
        handler = self._handlers.get(type(command))
        if handler is None:
            return Rejected(Reason.NOT_IN_EDITION)
        if command is not self._accepted and (rejected := handler.refuse(self, command)):
            return rejected
        self._accepted, agenda = None, self.state.agenda
        facts: list[Fact] = []
        self.facts = facts
        self.tasks, self.step = [*agenda.tasks], agenda.step
        if handler.closes:
            handler.perform(self, command, self.tasks.pop())
        else:
            handler.perform(self, command)
        if not (tasks := self.tasks) or type(tasks[-1]) in self._resumers:
            self._carry_on()
        now = AgendaSet(tuple(self.tasks), self.step)
        now.fold(self.state)
        return (*facts, now)

    def _carry_on(self) -> None:
        """Follow the turn plan until somebody is asked or the game is over."""
        plan, turns, resumers = self.rules.plan, self.state.turns, self._resumers
        for _ in range(STEPS_MAXIMUM):
            tasks = self.tasks
            if not tasks and turns.winner == NOBODY:
                step = self.step
                self.step = step + 1
                plan[step].enter(self)
            elif tasks and type(tasks[-1]) in resumers:
                task = tasks.pop()
                resumers[type(task)].resume(self, task)
            else:
                return
        raise AssertionError("a move without end")

    def emit(self, fact: Fact) -> None:
        """Record a fact of this move, fold it, and let the edition react."""
        self.facts.append(fact)
        fact.fold(self.state)
        for react in self._reactions[type(fact)]:
            react(self, fact)

    def hand(self, seat: Seat) -> SortedHand:
        """The deeds of a seat by group, sorted again only once they have changed."""
        known, deeds = self._hands[seat], self.state.deeds.hands[seat]
        if known.deeds is not deeds:
            known = self._hands[seat] = SortedHand(self.rules, deeds)
        return known

    def accept(self, command: Command) -> None:
        """Carry out this command without judging it: whoever made it knows that it is allowed."""
        self._accepted = command

    def ask(self, task: Task) -> None:
        """Open a task; all others wait until it is closed."""
        self.tasks.append(task)

    def close_task(self) -> Task:
        return self.tasks.pop()

    def drop_tasks(self, seat: Seat) -> None:
        """Close all tasks that wait for a seat that is out."""
        self.tasks = [task for task in self.tasks if task.seat != seat]


def with_chance(game: Game, command: C, chance: Chance) -> C:
    """The command with its random parts filled in; most commands have none and are unchanged."""
    fill = game.rules.chances.get(type(command))
    filled: C = command if fill is None else fill(game, command, chance)
    return filled

"""The one command `Throw`: who may throw now, with how many dice, and which slot the throw is for."""

from collections.abc import Iterable

from hub.domain.commands import Throw
from hub.domain.ids import Seat
from hub.domain.tasks import Task, asked
from hub.rules.asking import closed
from hub.rules.game import Game
from hub.rules.handlers import Chance, Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected

FACES = frozenset(range(1, 7))


def dice_wanted(game: Game) -> int:
    """How many dice have to be thrown now; 0 if no throw is awaited."""
    task = game.state.agenda.task
    waiting = None if task is None else game.rules.throwers.get(type(task))
    return 0 if waiting is None else waiting.dice(game, task)


def with_faces(game: Game, command: Throw, chance: Chance) -> Throw:
    """The throw with faces filled in by chance, unless it already has those of real dice."""
    if command.faces:
        return Throw(command.seat, command.faces, "typed")
    seat, task = command.seat, game.state.agenda.task
    if task is None or (task.seat != seat and seat not in asked(task)):
        return command
    waiting = game.rules.throwers.get(type(task))
    if waiting is None:
        return command
    thrown = Throw(seat, chance.faces(waiting.dice(game, task)))
    if thrown.faces:
        game.accept(thrown)
    return thrown


@part(sheet=None)
class Throwing:
    """Hands each throw to the thrower of the open task (`Rules.throwers`)."""

    def handlers(self) -> Handlers:
        return (Handler(Throw, self.refuse, self.throw, answers=self.answers, chance=with_faces),)

    def refuse(self, game: Game, command: Throw) -> Rejected | None:
        task = game.state.agenda.task
        if task is None or (waiting := game.rules.throwers.get(type(task))) is None:
            return Rejected(closed(game) or Reason.NOT_NOW)
        if command.seat not in asked(task):
            return Rejected(Reason.NOT_ASKED, {"seat": asked(task)[0]})
        faces = command.faces
        if not (dice := waiting.dice(game, task)):
            return Rejected(Reason.IN_JAIL)
        if faces and (len(faces) != dice or not FACES.issuperset(faces)):
            return Rejected(Reason.DICE_WRONG, {"dice": dice})
        return None

    def throw(self, game: Game, command: Throw) -> None:
        assert command.faces, "the table fills in the dice"
        task = game.tasks.pop()
        game.rules.throwers[type(task)].thrown(game, task, command)

    def answers(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        waiting = game.rules.throwers.get(type(task))
        if waiting is not None and waiting.dice(game, task):
            yield Choice(Throw(seat), role="dice")

"""Throwing: who may throw now, with how many dice, what a throw leads to, what doubles, triples and symbols bring.

Two dice (classic-02, -03); the same double twice (euro-02, -20) [E33, E34]; throws that add up (mpmp-02, -03); two
white dice and the speed die (mega-03 to -08), whose faces (`SPEED_DIE`) are numbered 1 to 6 as on any die.

Where throws add up, a double is followed at once by another throw, and only the last ends the move. The piece stays
where it is until then: on the spaces in between nothing is bought, paid or drawn [P1], and a start space among them
pays as one that is passed [P2].
"""

from collections.abc import Iterable

from msgspec import Struct

from hub.domain.commands import Throw
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.pieces import FREE, in_jail
from hub.domain.tasks import (
    AdvancePending,
    BusPending,
    SeatTask,
    SecondMoveOpen,
    SpacePending,
    Task,
    ThrowAgainPending,
    ThrowPending,
    asked,
)
from hub.domain.turns import DiceThrown, StopPassed, thrown_total
from hub.rules.asking import closed
from hub.rules.game import Chance, Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.moving import go_by_faces, go_forward, go_to_jail
from hub.rules.tickets import go_to_cards

FACES = frozenset(range(1, 7))

WHITE_DICE = 2
SPEED_DIE = ("1", "2", "3", "mogul", "mogul", "bus")
SYMBOLS = {face: name for face, name in enumerate(SPEED_DIE, 1) if not name.isdigit()}


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
class Throwing(Part):
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


def is_double(faces: tuple[int, ...]) -> bool:
    """Whether the first two dice agree."""
    return faces[0] == faces[1]


@part(sheet="two_dice")
class TwoDice(Part):
    """`doubles_to_jail` doubles in a row lead to jail."""

    doubles_to_jail: int = 3

    def dice(self, game: Game, task: SeatTask) -> int:
        return 2

    def pips(self, faces: tuple[int, ...]) -> int:
        return sum(faces)

    def thrown(self, game: Game, task: SeatTask, command: Throw) -> None:
        seat, faces, state = command.seat, command.faces, game.state
        if state.custody.missed[seat] != FREE:
            assert isinstance(task, ThrowPending), "whoever is sent to jail during a move does not throw again"
            game.rules.jail.thrown(game, task, command)
            return
        streak = state.turns.streak + 1 if faces[0] == faces[1] else 0
        game.emit(DiceThrown(seat, faces, command.source, streak))
        if streak == self.doubles_to_jail:
            go_to_jail(game, seat, "doubles")
        else:
            self.go(game, seat, faces)

    go = staticmethod(go_by_faces)
    """Carry out a throw that does not lead to jail."""


@part(sheet="same_double_to_jail")
class SameDoubleToJail(TwoDice):
    """Any `doubles_to_jail` doubles in a row lead to jail too; the last one moves no piece. In jail nobody throws."""

    def dice(self, game: Game, task: SeatTask) -> int:
        return game.rules.jail.dice(game, task) if in_jail(game.state, task.seat) else 2

    def thrown(self, game: Game, task: SeatTask, command: Throw) -> None:
        turns, double = game.state.turns, is_double(command.faces)
        same = double and turns.streak > 0 and turns.faces == command.faces
        streak = turns.streak + 1 if double else 0
        game.emit(DiceThrown(command.seat, command.faces, command.source, streak))
        if same or streak == self.doubles_to_jail:
            go_to_jail(game, command.seat, "doubles")
        else:
            go_by_faces(game, command.seat, command.faces)


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


@part(sheet="speed_dice")
class SpeedDice(TwoDice):
    """All three dice, in jail only the white ones; `doubles_to_jail` doubles or triples in a row lead to jail."""

    def dice(self, game: Game, task: SeatTask) -> int:
        return WHITE_DICE if in_jail(game.state, task.seat) else WHITE_DICE + 1

    def pips(self, faces: tuple[int, ...]) -> int:
        """Symbols count 0 (D4)."""
        return sum(faces) - sum([face for face in faces[WHITE_DICE:] if face in SYMBOLS])

    def go(self, game: Game, seat: Seat, faces: tuple[int, ...]) -> None:
        symbol = SYMBOLS.get(faces[WHITE_DICE])
        if len(set(faces)) == 1 and symbol is None:
            game.ask(SpacePending(seat, game.rules.track.ahead[game.state.pieces.spaces[seat]], "triple"))
            return
        if symbol is not None:
            game.ask(SecondMoveOpen(seat, "bus" if symbol == "bus" else "mogul"))
        go_by_faces(game, seat, faces)


class SecondMove(Struct, frozen=True):
    """What a symbol of the speed die brings once the first move is over; void if that ended in jail (D11)."""

    def resume(self, game: Game, task: SecondMoveOpen) -> None:
        seat = task.seat
        if in_jail(game.state, seat):
            return
        if task.face == "mogul":
            target = worth_a_visit(game, seat)
            if target is not None:
                go_forward(game, seat, target, "mogul")
        elif game.state.tickets.pile:
            game.ask(BusPending(seat))
        else:
            go_to_cards(game, seat)


def worth_a_visit(game: Game, seat: Seat) -> Space | None:
    """Where the mogul leads: to the next unsold deed or, when all are sold, to the next for which rent is due (D12).

    None if there is no such deed, or if the seat already stands on the only one: it does not go all the way round
    (D11).
    """
    here = game.state.pieces.spaces[seat]
    ahead = game.rules.track.deeds_ahead[here]
    owners = [*map(game.state.deeds.owner.__getitem__, ahead)]
    if NOBODY in owners:
        found = ahead[owners.index(NOBODY)]
    else:
        mortgaged = game.state.deeds.mortgaged
        visits = zip(ahead, owners, strict=True)
        found = next((deed for deed, owner in visits if owner != seat and not mortgaged[deed]), here)
    return None if found == here else found


@part(sheet=None)
def looking_ahead_again(game: Game, _fact: Fact) -> None:
    """Reacts to changes between the two moves: where the mogul leads is decided only after them (D11)."""
    for place, task in enumerate(game.tasks):
        if type(task) is AdvancePending and task.by == "mogul":
            game.tasks[place] = SecondMoveOpen(task.seat, "mogul")

"""The steps of a turn. An edition lists them in order; a step is entered when nothing else is open.

The window for building and trade needs no step of its own: it lasts from the end of one move until the next throw
(K5, K12).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hub.domain.commands import Advance, EndTurn
from hub.domain.ids import BANK, Seat
from hub.domain.pieces import BailDemanded, PieceMoved, SeatReleased, in_jail
from hub.domain.tasks import AdvancePending, ThrowPending
from hub.domain.turns import FurtherThrowWaived, TurnBegan, TurnSkipped
from hub.rules.asking import answer_to
from hub.rules.ending import ends_now
from hub.rules.game import Choice, Game, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import pay
from hub.rules.slots import Passage
from hub.rules.track import Track

FIRST_STEP = 0


@part(sheet=None)
class AskForThrow(Part):
    """The seat on turn throws."""

    def enter(self, game: Game) -> None:
        game.ask(ThrowPending(game.state.turns.seat))


@part(sheet=None)
class AgainAfterDouble(Part):
    """A double grants another throw, unless it led to jail or bankruptcy (classic-03, classic-13)."""

    def enter(self, game: Game) -> None:
        turns = game.state.turns
        if turns.streak and not turns.out[turns.seat] and not in_jail(game.state, turns.seat):
            game.step = FIRST_STEP


@part(sheet=None)
class NextTurn(Part):
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


@part(sheet=None)
class BailBeforeThrow(Part):
    """Deferred bail is paid before the throw; a seat that cannot pay owes it, and raises money first (D24)."""

    def enter(self, game: Game) -> None:
        seat = game.state.turns.seat
        game.ask(ThrowPending(seat))
        deferred = game.state.custody.deferred.get(seat)
        if deferred is not None:
            game.emit(BailDemanded(deferred.seat, deferred.amount))
            pay(game, deferred.seat, BANK, deferred.amount, "bail", {"missed": deferred.missed})


@part(sheet=None)
class ThrowOrTimeServed(Part):
    """A seat that has waited in jail for `turns` turns is free, and has to go on [E37]."""

    turns: int

    def enter(self, game: Game) -> None:
        seat = game.state.turns.seat
        if game.state.custody.missed[seat] >= self.turns:
            game.emit(SeatReleased(seat, "time"))
        game.ask(ThrowPending(seat))


@part(sheet="again_unless_on")
class AgainUnlessOn(Part):
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


@part(sheet="ending_the_turn")
class EndingTheTurn(Part):
    """Only the throw granted by a double is optional; the first of a turn, and one ordered by a card, are not."""

    def handlers(self) -> Handlers:
        return (answer_to(ThrowPending, EndTurn, self.end, self.refuse, self.answers),)

    def refuse(self, game: Game, command: EndTurn, task: ThrowPending) -> Rejected | None:
        return None if _granted_by_double(game, command.seat) else Rejected(Reason.NOT_NOW)

    def end(self, game: Game, command: EndTurn, task: ThrowPending) -> None:
        """The double no longer grants a throw, so the turn plan continues with the next seat."""
        game.emit(FurtherThrowWaived(command.seat))

    def answers(self, game: Game, task: ThrowPending, seat: Seat) -> Iterable[Choice]:
        if _granted_by_double(game, seat):
            yield Choice(EndTurn(seat), role="cancel")


def _granted_by_double(game: Game, seat: Seat) -> bool:
    """Whether the awaited throw is the one after a double; a throw ordered by a card comes first [E19]."""
    turns = game.state.turns
    return turns.streak > 0 and not turns.granted and not in_jail(game.state, seat)


@part(sheet="start_pays")
class StartPays(Part):
    """`passing` for going past the start space, `landing` for stopping there; `either_way`: also coming backward."""

    passing: int
    landing: int
    either_way: bool = False

    def due(self, track: Track, origin: int, target: int) -> int:
        if target > origin:
            return 0
        return self.landing if target == 0 else self.passing

    def backward(self, target: int) -> int:
        return self.landing if self.either_way and target == 0 else 0

    def printed(self, amount: int) -> StartPays:
        return replace(self, passing=amount, landing=amount * self.landing // max(1, self.passing))

    def twice_on_start(self) -> StartPays:
        return replace(self, landing=2 * self.passing)


@part(sheet=None)
class Advancing(Part):
    """The piece goes to the space of the task, nowhere else; on the way `passages` happen, and the bank pays salary."""

    passages: tuple[Passage, ...] = ()

    def handlers(self) -> Handlers:
        return (answer_to(AdvancePending, Advance, self.advance, role="ok"),)

    def advance(self, game: Game, command: Advance, task: AdvancePending) -> None:
        seat, space, rules = task.seat, task.space, game.rules
        origin = game.state.pieces.spaces[seat]
        game.emit(PieceMoved(seat, origin, space, task.by))
        for passage in self.passages:
            passage.passed(game, task, origin)
        if task.salary:
            pay(game, BANK, seat, task.salary, "salary", {"seat": seat})
        rules.landings[space].land(game, task)

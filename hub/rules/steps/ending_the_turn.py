"""After a double the seat *may* throw again, or end the turn instead (euro-02) [E40]."""

from collections.abc import Iterable

from hub.domain.custody import in_jail
from hub.domain.dealing import EndTurn
from hub.domain.ids import Seat
from hub.domain.tasks import ThrowPending
from hub.domain.turns import FurtherThrowWaived
from hub.rules.answering import answer_to
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected


@part(sheet="ending_the_turn")
class EndingTheTurn:
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

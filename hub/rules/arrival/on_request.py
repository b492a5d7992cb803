"""House rule: rent is due only if its owner asks for it before the next player throws (mega-27)."""

from collections.abc import Iterable

from hub.domain.commands import AskRent
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.rent_requests import RentAsked, RentRequestable, RentsLapsed
from hub.domain.tickets import TicketUsed
from hub.domain.turns import DiceThrown, TurnBegan
from hub.rules.arrival.deeds import OnDeed
from hub.rules.asking import no_free_moment_for
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay_or_owe
from hub.rules.reasons import Reason, Rejected
from hub.rules.slots import Reaction


@part(sheet="on_deed_on_request")
class OnDeedOnRequest(OnDeed):
    """Lands as `OnDeed`, but the owner has to notice the visitor and ask."""

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent waits for its owner."""
        game.emit(RentRequestable(due, "lapsed"))


@part(sheet=None)
def _somebody_throws(game: Game, fact: DiceThrown) -> None:
    """A throw of anybody but the visitor ends the time for asking (D27)."""
    _lapse(game, [due for due in game.state.rent_requests.open if due.payer != fact.seat])


@part(sheet=None)
def _somebody_rides(game: Game, fact: TicketUsed) -> None:
    """A ticket instead of a throw is as good as one."""
    if fact.instead_of_throw:
        _lapse(game, [due for due in game.state.rent_requests.open if due.payer != fact.seat])


@part(sheet=None)
def _the_visitor_is_on_turn_again(game: Game, fact: TurnBegan) -> None:
    """If nobody has thrown since, the visitor's own next turn ends it."""
    _lapse(game, [due for due in game.state.rent_requests.open if due.payer == fact.seat])


def _lapse(game: Game, dues: list[MoneyMoved]) -> None:
    if dues:
        game.emit(RentsLapsed(tuple(dues)))


RENTS_LAPSE = (
    Reaction(DiceThrown, _somebody_throws),
    Reaction(TicketUsed, _somebody_rides),
    Reaction(TurnBegan, _the_visitor_is_on_turn_again),
)


@part(sheet=None)
class AskingForRent:
    """Owners may ask until somebody other than the visitor throws (D27)."""

    def handlers(self) -> Handlers:
        return (Handler(AskRent, self.refuse, self.ask, free=self.free),)

    def refuse(self, game: Game, command: AskRent) -> Rejected | None:
        if rejected := no_free_moment_for(game, command.seat):
            return rejected
        return None if self._asked(game, command) is not None else Rejected(Reason.NO_RENT_OPEN)

    def ask(self, game: Game, command: AskRent) -> None:
        due = self._asked(game, command)
        assert due is not None
        game.emit(RentAsked(due))
        pay_or_owe(game, due)

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for due in self._open(game, seat):
            yield Choice(AskRent(seat, due.inputs["deed"]), cost=-due.amount)

    def _asked(self, game: Game, command: AskRent) -> MoneyMoved | None:
        return next((due for due in self._open(game, command.seat) if due.inputs["deed"] == command.deed), None)

    def _open(self, game: Game, seat: Seat) -> list[MoneyMoved]:
        """The rents that a seat may ask for; none of seats that are out."""
        out = game.state.turns.out
        return [due for due in game.state.rent_requests.open if due.payee == seat and not out[due.payer]]

"""Rent only for those who ask for it before the next player throws, where a family has agreed on that (mega-27)."""

from __future__ import annotations

from collections.abc import Iterable

from hub.domain.commands import AskRent
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.rent_requests import RentAsked, RentRequestable
from hub.rules.arrival.deeds import OnDeed
from hub.rules.asking import no_free_moment_for
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay_or_owe
from hub.rules.reasons import Reason, Rejected


@part(sheet="on_deed_on_request")
class OnDeedOnRequest(OnDeed):
    """The owner has to notice the visitor."""

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent waits for its owner."""
        game.emit(RentRequestable(due, "player"))


@part(sheet=None)
class AskingForRent:
    """Owners ask until somebody other than the visitor throws; after that it is too late (D27)."""

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
        """What a seat may ask for; nothing from those who are out."""
        out = game.state.turns.out
        return [due for due in game.state.rent_requests.open if due.payee == seat and not out[due.payer]]

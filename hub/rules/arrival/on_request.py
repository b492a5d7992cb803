"""Rent only for those who ask for it before the next player throws, where a family has agreed on that (mega-27)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.claims import RentAsked, RentClaimable
from hub.domain.commands import AskRent
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.rules.actions import Action, Choice
from hub.rules.arrival.deeds import OnDeed
from hub.rules.asking import no_pause_for
from hub.rules.game import Game
from hub.rules.payments import settle
from hub.rules.reasons import Reason, Rejected


@dataclass(frozen=True)
class OnDeedOnRequest(OnDeed):
    """The owner has to notice the visitor."""

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent waits for its owner."""
        game.emit(RentClaimable(due, "player"))


@dataclass(frozen=True)
class AskingForRent:
    """Owners ask until another than the visitor throws; later it is too late (D27)."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(AskRent, self.refuse, self.ask, free=self.free),)

    def refuse(self, game: Game, command: AskRent) -> Rejected | None:
        rejected = no_pause_for(game, command.seat)
        if rejected is not None:
            return rejected
        return None if self._claim(game, command) is not None else Rejected(Reason.NO_RENT_OPEN)

    def ask(self, game: Game, command: AskRent) -> None:
        due = self._claim(game, command)
        assert due is not None
        game.emit(RentAsked(due))
        settle(game, due)

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for due in self._claims(game, seat):
            yield Choice(AskRent(seat, due.inputs["deed"]), cost=-due.amount)

    def _claim(self, game: Game, command: AskRent) -> MoneyMoved | None:
        return next((due for due in self._claims(game, command.seat) if due.inputs["deed"] == command.deed), None)

    def _claims(self, game: Game, seat: Seat) -> list[MoneyMoved]:
        """What a seat may ask for; of who is out there is nothing to be had."""
        out = game.state.turns.out
        return [due for due in game.state.claims.open if due.payee == seat and not out[due.payer]]

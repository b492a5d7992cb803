"""Landing on a deed: buy it or leave it to an auction, owe rent, or nothing (classic-05, classic-06)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from hub.domain.commands import Buy, Decline
from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending, BuyPending, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of, short_of
from hub.rules.game import Game
from hub.rules.payments import pay, settle
from hub.rules.reasons import Rejected
from hub.rules.track import Deed


class Unowned(Protocol):
    """What happens to a deed of the bank when somebody lands on it."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        """The piece of `seat` stands on it."""


@dataclass(frozen=True)
class ForSale:
    """It is offered to the lander at the printed price (classic-05)."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        game.ask(BuyPending(seat, deed.space, deed.price))


@dataclass(frozen=True)
class OnDeed:
    """`unowned` deals with deeds of the bank; on another's unmortgaged deed the rent rule of its kind charges."""

    unowned: Unowned

    def land(self, game: Game, task: AdvancePending) -> None:
        deeds, deed = game.state.deeds, game.rules.track.deeds[task.space]
        owner = deeds.owner[task.space]
        if owner == NOBODY:
            self.unowned.reached(game, task.seat, deed)
        elif owner != task.seat and not deeds.mortgaged[task.space]:
            due = game.rules.rents[deed.kind].due(game, deed, owner, task)
            if due is not None:
                self.charge(game, due)

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent is paid at once."""
        settle(game, due)


def charge(game: Game, due: MoneyMoved) -> None:
    """A rent that was thrown for is charged like any other on that kind of space: at once, or on request (D27)."""
    deed = game.rules.track.deeds[due.inputs["deed"]]
    arrival = game.rules.arrivals[deed.kind]
    assert isinstance(arrival, OnDeed), "rent is due on deeds alone"
    arrival.charge(game, due)


@dataclass(frozen=True)
class BuyOrAuction:
    """The lander may buy at the printed price; otherwise the bank auctions the deed at once."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(Buy, self.refuse_buy, self.buy, answers=self.answers_buy),
            Action(Decline, self.refuse_decline, self.decline, answers=self.answers_decline),
        )

    def refuse_buy(self, game: Game, command: Buy) -> Rejected | None:
        task = open_of(game, BuyPending, command.seat)
        return task if type(task) is Rejected else short_of(game, command.seat, task.price)

    def buy(self, game: Game, command: Buy) -> None:
        task = game.settle()
        assert isinstance(task, BuyPending)
        pay(game, task.seat, BANK, task.price, "purchase", {"deed": task.deed})
        game.emit(DeedMoved(task.deed, NOBODY, task.seat))

    def refuse_decline(self, game: Game, command: Decline) -> Rejected | None:
        task = open_of(game, BuyPending, command.seat)
        return task if type(task) is Rejected else None

    def decline(self, game: Game, command: Decline) -> None:
        task = game.settle()
        assert isinstance(task, BuyPending)
        game.rules.auction.open(game, (task.deed,))

    def answers_buy(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, BuyPending):
            yield Choice(Buy(seat), role="ok", cost=task.price)

    def answers_decline(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, BuyPending):
            yield Choice(Decline(seat), role="cancel")


@dataclass(frozen=True)
class BuyOrLeave(BuyOrAuction):
    """What its visitor does not want stays with the bank; nobody else is asked."""

    def decline(self, game: Game, command: Decline) -> None:
        game.settle()

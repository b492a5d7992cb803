"""Landing on a deed: buy it or leave it to an auction, owe rent, or nothing (classic-05, classic-06)."""

from collections.abc import Iterable
from typing import Protocol

from hub.domain.commands import Buy, Decline
from hub.domain.deeds import DeedMoved, RentSpared
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending, BuyPending
from hub.rules.answering import answer_to
from hub.rules.asking import short_of
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay, pay_or_owe
from hub.rules.reasons import Rejected
from hub.rules.track import Deed


class Unowned(Protocol):
    """What happens to a deed of the bank when somebody lands on it."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        """The piece of `seat` stands on it."""


@part(sheet=None)
class ForSale:
    """It is offered at the printed price to the player who landed there (classic-05)."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        game.ask(BuyPending(seat, deed.space, deed.price))


@part(sheet=None)
class OnDeed:
    """`unowned` handles deeds of the bank; on another's unmortgaged deed the rent rule of its kind applies."""

    unowned: Unowned

    def land(self, game: Game, task: AdvancePending) -> None:
        seat, space, deeds, rules = task.seat, task.space, game.state.deeds, game.rules
        owner, deed = deeds.owner[space], rules.track.deeds[space]
        if owner == NOBODY:
            self.unowned.reached(game, seat, deed)
        elif owner != seat and deeds.mortgaged[space]:
            game.emit(RentSpared(seat, space))
        elif owner != seat and (due := rules.rents[deed.kind].due(game, deed, owner, task)) is not None:
            self.charge(game, due)

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent is paid at once."""
        pay_or_owe(game, due)


def charge(game: Game, due: MoneyMoved) -> None:
    """A rent that was thrown for is charged like any other on that kind of space: at once, or on request (D27)."""
    deed = game.rules.track.deeds[due.inputs["deed"]]
    arrival = game.rules.arrivals[deed.kind]
    assert isinstance(arrival, OnDeed), "rent is due on deeds alone"
    arrival.charge(game, due)


@part(sheet="buy_or_auction")
class BuyOrAuction:
    """The player who landed there may buy at the printed price; otherwise the bank auctions the deed at once."""

    def handlers(self) -> Handlers:
        return (
            answer_to(BuyPending, Buy, self.buy, self.refuse_buy, self.answers_buy),
            answer_to(BuyPending, Decline, self.decline, role="cancel"),
        )

    def refuse_buy(self, game: Game, command: Buy, task: BuyPending) -> Rejected | None:
        return short_of(game, command.seat, task.price)

    def buy(self, game: Game, command: Buy, task: BuyPending) -> None:
        pay(game, task.seat, BANK, task.price, "purchase", {"deed": task.deed})
        game.emit(DeedMoved(task.deed, NOBODY, task.seat))

    def answers_buy(self, game: Game, task: BuyPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(Buy(seat), role="ok", cost=task.price)

    def decline(self, game: Game, command: Decline, task: BuyPending) -> None:
        game.rules.auction.open(game, (task.deed,))


@part(sheet="buy_or_leave")
class BuyOrLeave(BuyOrAuction):
    """A deed that the visitor declines stays with the bank; nobody else is asked."""

    def decline(self, game: Game, command: Decline, task: BuyPending) -> None:
        """Nothing: the table goes on."""

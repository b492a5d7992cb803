"""How one gets a ticket: by a space, a gift, or the bus on the speed die (mega-05, -17, -18)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import GoToCards, TakeMoney, TakeTicket
from hub.domain.ids import BANK, Seat
from hub.domain.tasks import AdvancePending, BusPending, GiftPending, Task, TicketPending
from hub.domain.tickets import TicketTaken
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.moving import go_forward
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.tickets.riding import same_side

CARD_KINDS = frozenset({"community", "chance"})


def take_ticket(game: Game, seat: Seat) -> None:
    """The top ticket, which may be used at once (D17); nothing if none is left (D19)."""
    if not game.state.tickets.pile:
        return
    ticket = game.state.tickets.pile[0]
    game.emit(TicketTaken(seat, ticket, game.rules.track.tickets[ticket]))
    game.ask(TicketPending(seat, same_side(game, seat)))


def go_to_cards(game: Game, seat: Seat) -> None:
    """On to the next card space."""
    track = game.rules.track
    ahead = track.ahead[game.state.pieces.spaces[seat]]
    target = next(space for space in ahead if track.spaces[space].kind in CARD_KINDS)
    go_forward(game, seat, target, "bus")


@dataclass(frozen=True)
class TicketSpace:
    """A ticket for everybody who stops here."""

    def land(self, game: Game, task: AdvancePending) -> None:
        take_ticket(game, task.seat)


@dataclass(frozen=True)
class GiftSpace:
    """Money, or a ticket as long as there are any."""

    def land(self, game: Game, task: AdvancePending) -> None:
        amount = game.rules.track.spaces[task.space].amount
        if game.state.tickets.pile:
            game.ask(GiftPending(task.seat, amount))
        else:
            pay(game, BANK, task.seat, amount, "gift", {"space": task.space})


@dataclass(frozen=True)
class TakingTickets:
    """The choices between a ticket and something else."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(TakeTicket, self.refuse_ticket, self.take, answers=self.answers_ticket),
            Action(TakeMoney, self.refuse_money, self.take_money, answers=self.answers_money),
            Action(GoToCards, self.refuse_cards, self.go, answers=self.answers_cards),
        )

    def refuse_ticket(self, game: Game, command: TakeTicket) -> Rejected | None:
        bus = open_of(game, BusPending, command.seat)
        gift = open_of(game, GiftPending, command.seat)
        if type(bus) is Rejected and type(gift) is Rejected:
            return bus
        return None if game.state.tickets.pile else Rejected(Reason.NO_TICKET)

    def take(self, game: Game, command: TakeTicket) -> None:
        game.settle()
        take_ticket(game, command.seat)

    def refuse_money(self, game: Game, command: TakeMoney) -> Rejected | None:
        task = open_of(game, GiftPending, command.seat)
        return task if type(task) is Rejected else None

    def take_money(self, game: Game, command: TakeMoney) -> None:
        task = game.settle()
        assert isinstance(task, GiftPending)
        pay(game, BANK, command.seat, task.amount, "gift", {"space": game.state.pieces.spaces[command.seat]})

    def refuse_cards(self, game: Game, command: GoToCards) -> Rejected | None:
        task = open_of(game, BusPending, command.seat)
        return task if type(task) is Rejected else None

    def go(self, game: Game, command: GoToCards) -> None:
        game.settle()
        go_to_cards(game, command.seat)

    def answers_ticket(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, BusPending | GiftPending):
            yield Choice(TakeTicket(seat), role="ok")

    def answers_money(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, GiftPending):
            yield Choice(TakeMoney(seat), role="cancel", cost=-task.amount)

    def answers_cards(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, BusPending):
            yield Choice(GoToCards(seat), role="cancel")

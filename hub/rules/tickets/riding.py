"""Using a ticket: to any other space of the same side, at once or instead of a throw (mega-16, -30)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.agenda import open_task
from hub.domain.commands import KeepTicket, UseTicket
from hub.domain.custody import in_jail
from hub.domain.ids import Seat, Space
from hub.domain.tasks import Task, ThrowPending, TicketPending
from hub.domain.tickets import TicketsLost, TicketUsed, tickets_of
from hub.domain.turns import SeatBankrupted
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.moving import go_backward, go_forward
from hub.rules.reasons import Reason, Rejected


def same_side(game: Game, seat: Seat) -> tuple[Space, ...]:
    """Where a ticket takes a seat from where it stands."""
    return game.rules.track.beside(game.state.pieces.spaces[seat])


def take_tickets_along(game: Game, fact: SeatBankrupted) -> None:
    """Whoever is out leaves no tickets behind (mega-29)."""
    if tickets_of(game.state, fact.seat):
        game.emit(TicketsLost(fact.seat))


@dataclass(frozen=True)
class RidingOnTickets:
    """A fresh ticket may be used at once; any ticket instead of a throw, save in jail."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(UseTicket, self.refuse_use, self.use, answers=self.answers_use),
            Action(KeepTicket, self.refuse_keep, self.keep, answers=self.answers_keep),
        )

    def refuse_use(self, game: Game, command: UseTicket) -> Rejected | None:
        seat, fresh = command.seat, type(open_task(game.state)) is TicketPending
        task = open_of(game, TicketPending, seat) if fresh else open_of(game, ThrowPending, seat)
        if type(task) is Rejected:
            return task
        if not fresh and in_jail(game.state, seat):
            return Rejected(Reason.IN_JAIL)
        if seat not in game.state.tickets.held.values():
            return Rejected(Reason.NO_TICKET)
        return None if command.space in same_side(game, seat) else Rejected(Reason.OTHER_SIDE)

    def use(self, game: Game, command: UseTicket) -> None:
        task, seat = game.settle(), command.seat
        ticket = tickets_of(game.state, seat)[-1]
        game.emit(TicketUsed(seat, ticket, instead_of_throw=isinstance(task, ThrowPending)))
        go = go_forward if game.rules.track.is_ahead(game.state.pieces.spaces[seat], command.space) else go_backward
        go(game, seat, command.space, "ticket")

    def refuse_keep(self, game: Game, command: KeepTicket) -> Rejected | None:
        task = open_of(game, TicketPending, command.seat)
        return task if type(task) is Rejected else None

    def keep(self, game: Game, command: KeepTicket) -> None:
        game.settle()

    def answers_use(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        waiting = isinstance(task, ThrowPending) and not in_jail(game.state, seat) and tickets_of(game.state, seat)
        if waiting or isinstance(task, TicketPending):
            yield from (Choice(UseTicket(seat, space)) for space in same_side(game, seat))

    def answers_keep(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, TicketPending):
            yield Choice(KeepTicket(seat), role="ok")

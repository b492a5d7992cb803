"""Using a ticket to go to any other space of the same side, at once or instead of a throw (mega-16, -30)."""

from collections.abc import Iterable

from hub.domain.commands import KeepTicket, UseTicket
from hub.domain.custody import in_jail
from hub.domain.ids import Seat, Space
from hub.domain.tasks import SeatTask, ThrowPending, TicketPending
from hub.domain.tickets import TicketsLost, TicketUsed, tickets_of
from hub.domain.turns import SeatBankrupted
from hub.rules.answering import answer_to
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.moving import go_backward, go_forward
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected


def same_side(game: Game, seat: Seat) -> tuple[Space, ...]:
    """The spaces to which a ticket can take a seat from where it stands."""
    return game.rules.track.beside(game.state.pieces.spaces[seat])


@part(sheet=None)
def take_tickets_along(game: Game, fact: SeatBankrupted) -> None:
    """The tickets of a seat that is out leave the game (mega-29)."""
    if tickets_of(game.state, fact.seat):
        game.emit(TicketsLost(fact.seat))


@part(sheet="riding_on_tickets")
class RidingOnTickets:
    """A ticket may be used as soon as it is taken, or later instead of a throw, except in jail."""

    def handlers(self) -> Handlers:
        return (
            answer_to((TicketPending, ThrowPending), UseTicket, self.use, self.refuse_use, self.answers_use),
            answer_to(TicketPending, KeepTicket, self.keep, role="ok"),
        )

    def refuse_use(self, game: Game, command: UseTicket, task: SeatTask) -> Rejected | None:
        seat = command.seat
        if isinstance(task, ThrowPending) and in_jail(game.state, seat):
            return Rejected(Reason.IN_JAIL)
        if seat not in game.state.tickets.held.values():
            return Rejected(Reason.NO_TICKET)
        return None if command.space in same_side(game, seat) else Rejected(Reason.OTHER_SIDE)

    def use(self, game: Game, command: UseTicket, task: SeatTask) -> None:
        seat = command.seat
        ticket = tickets_of(game.state, seat)[-1]
        game.emit(TicketUsed(seat, ticket, instead_of_throw=isinstance(task, ThrowPending)))
        go = go_forward if game.rules.track.is_ahead(game.state.pieces.spaces[seat], command.space) else go_backward
        go(game, seat, command.space, "ticket")

    def answers_use(self, game: Game, task: SeatTask, seat: Seat) -> Iterable[Choice]:
        waiting = not in_jail(game.state, seat) and tickets_of(game.state, seat)
        if waiting or isinstance(task, TicketPending):
            yield from (Choice(UseTicket(seat, space), goal=space) for space in same_side(game, seat))

    def keep(self, game: Game, command: KeepTicket, task: TicketPending) -> None:
        """Nothing: it stays in the hand."""

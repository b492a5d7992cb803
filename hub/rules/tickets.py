"""Tickets: getting one (mega-05, -17, -18), and going to any space of the same side for it (mega-16, -30)."""

from collections.abc import Iterable

from hub.domain.commands import GoToCards, KeepTicket, TakeMoney, TakeTicket, UseTicket
from hub.domain.decks import TicketsLost, TicketTaken, TicketUsed, tickets_of
from hub.domain.ids import BANK, Seat, Space
from hub.domain.pieces import in_jail
from hub.domain.tasks import AdvancePending, BusPending, GiftPending, SeatTask, Task, ThrowPending, TicketPending
from hub.domain.turns import SeatBankrupted
from hub.rules.asking import answer_to, open_of
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.moving import go_backward, go_forward
from hub.rules.payments import pay

CARD_KINDS = frozenset({"community", "chance"})


def same_side(game: Game, seat: Seat) -> tuple[Space, ...]:
    """The spaces to which a ticket can take a seat from where it stands."""
    return game.rules.track.beside(game.state.pieces.spaces[seat])


@part(sheet=None)
def take_tickets_along(game: Game, fact: SeatBankrupted) -> None:
    """The tickets of a seat that is out leave the game (mega-29)."""
    if tickets_of(game.state, fact.seat):
        game.emit(TicketsLost(fact.seat))


@part(sheet="riding_on_tickets")
class RidingOnTickets(Part):
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


def take_ticket(game: Game, seat: Seat) -> None:
    """Take the top ticket, which may be used at once (D17); nothing if none is left (D19)."""
    if not game.state.tickets.pile:
        return
    ticket = game.state.tickets.pile[0]
    game.emit(TicketTaken(seat, ticket, game.rules.track.tickets[ticket]))
    game.ask(TicketPending(seat, same_side(game, seat)))


def next_cards(game: Game, seat: Seat) -> Space:
    track = game.rules.track
    ahead = track.ahead[game.state.pieces.spaces[seat]]
    return next(space for space in ahead if track.spaces[space].kind in CARD_KINDS)


def go_to_cards(game: Game, seat: Seat) -> None:
    go_forward(game, seat, next_cards(game, seat), "bus")


@part(sheet="ticket_space")
class TicketSpace(Part):
    """Every visitor gets a ticket."""

    def land(self, game: Game, task: AdvancePending) -> None:
        take_ticket(game, task.seat)


@part(sheet=None)
class GiftSpace(Part):
    """The visitor chooses money, or a ticket while there are any."""

    def land(self, game: Game, task: AdvancePending) -> None:
        amount = game.rules.track.spaces[task.space].amount
        if game.state.tickets.pile:
            game.ask(GiftPending(task.seat, amount))
        else:
            pay(game, BANK, task.seat, amount, "gift", {"space": task.space})


@part(sheet=None)
class TakingTickets(Part):
    """The choices between a ticket and something else."""

    def handlers(self) -> Handlers:
        return (
            Handler(TakeTicket, self.refuse_ticket, self.take, answers=self.answers_ticket),
            answer_to(GiftPending, TakeMoney, self.take_money, answers=self.answers_money),
            answer_to(BusPending, GoToCards, self.go, answers=self.answers_go),
        )

    def refuse_ticket(self, game: Game, command: TakeTicket) -> Rejected | None:
        bus = open_of(game, BusPending, command.seat)
        gift = open_of(game, GiftPending, command.seat)
        if isinstance(bus, Rejected) and isinstance(gift, Rejected):
            return bus
        return None if game.state.tickets.pile else Rejected(Reason.NO_TICKET)

    def take(self, game: Game, command: TakeTicket) -> None:
        game.close_task()
        take_ticket(game, command.seat)

    def answers_ticket(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, BusPending | GiftPending):
            yield Choice(TakeTicket(seat), role="ok")

    def take_money(self, game: Game, command: TakeMoney, task: GiftPending) -> None:
        pay(game, BANK, command.seat, task.amount, "gift", {"space": game.state.pieces.spaces[command.seat]})

    def answers_money(self, game: Game, task: GiftPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(TakeMoney(seat), role="cancel", cost=-task.amount)

    def answers_go(self, game: Game, task: BusPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(GoToCards(seat), role="cancel", goal=next_cards(game, seat))

    def go(self, game: Game, command: GoToCards, task: BusPending) -> None:
        go_to_cards(game, command.seat)

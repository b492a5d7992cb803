"""The shuttle tickets: the pile, and who holds which. A used or expired ticket is out of the game (mega-16, -17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.claims import ticket_instead_of_throw
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Tickets:
    """`pile` lists ticket numbers from the top, `held` maps each ticket in a hand to its seat."""

    pile: list[int]
    held: dict[int, Seat]


class TicketsShuffled(Fact, frozen=True):
    """The tickets were shuffled and laid down."""

    order: tuple[int, ...]


class TicketTaken(Fact, frozen=True):
    """A seat took the top ticket; one that `expires` the others takes every other ticket out of all hands."""

    seat: Seat
    ticket: int
    expires: bool


class TicketUsed(Fact, frozen=True):
    """A seat gave a ticket away for a move; used `instead_of_throw`, it also ends the right to throw again."""

    seat: Seat
    ticket: int
    instead_of_throw: bool


class TicketMoved(Fact, frozen=True):
    """A correction put a ticket into other hands, none of which it empties. `NOBODY` is the pile."""

    ticket: int
    source: Seat
    target: Seat


class TicketsLost(Fact, frozen=True):
    """A seat that is out takes its tickets with it."""

    seat: Seat


def tickets_shuffled(state: State, fact: TicketsShuffled) -> None:
    state.tickets.pile = list(fact.order)


def ticket_taken(state: State, fact: TicketTaken) -> None:
    tickets = state.tickets
    tickets.pile.remove(fact.ticket)
    if fact.expires:
        tickets.held.clear()
    tickets.held[fact.ticket] = fact.seat


def ticket_used(state: State, fact: TicketUsed) -> None:
    del state.tickets.held[fact.ticket]
    if fact.instead_of_throw:
        state.turns.streak = 0
        state.custody.fresh.clear()
        ticket_instead_of_throw(state, fact.seat)


def ticket_moved(state: State, fact: TicketMoved) -> None:
    tickets = state.tickets
    if fact.source == NOBODY:
        tickets.pile.remove(fact.ticket)
    if fact.target == NOBODY:
        del tickets.held[fact.ticket]
        tickets.pile.append(fact.ticket)
    else:
        tickets.held[fact.ticket] = fact.target


def tickets_lost(state: State, fact: TicketsLost) -> None:
    state.tickets.held = {ticket: seat for ticket, seat in state.tickets.held.items() if seat != fact.seat}


def tickets_of(state: State, seat: Seat) -> list[int]:
    """The tickets in a seat's hand."""
    return [ticket for ticket, holder in state.tickets.held.items() if holder == seat]

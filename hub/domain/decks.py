"""The card decks, the order in each pile and who holds the release cards; and the shuttle tickets.

A used or expired ticket is out of the game (mega-16, -17).
"""

from dataclasses import dataclass, field

from hub.domain.facts import Fact, State
from hub.domain.ids import NOBODY, Holder, Seat


@dataclass(slots=True)
class Decks:
    """`piles[deck]` lists card numbers from the top; `held[deck]` maps each kept card to the seat that holds it.

    `drawn[deck]` counts the cards that went back under their pile.

    A deck without a pile always has all of its cards: drawn cards stay in it, and kept ones are numbered copies.
    """

    piles: dict[str, list[int]] = field(default_factory=dict)
    held: dict[str, dict[int, Seat]] = field(default_factory=dict)
    drawn: dict[str, int] = field(default_factory=dict)


class CardDrawn(Fact):
    """A card was taken; `kept` cards stay with the seat, the others go back under the pile if there is one."""

    seat: Seat
    deck: str
    card: int
    kept: bool = False

    def fold(self, state: State) -> None:
        pile = state.decks.piles.get(self.deck)
        if pile is None:
            return
        pile.remove(self.card)
        if self.kept:
            state.decks.held[self.deck][self.card] = self.seat
        else:
            pile.append(self.card)
            state.decks.drawn[self.deck] += 1


class ReleaseCardMoved(Fact):
    """A kept card changed hands. `NOBODY` is its deck: cards go back under its pile, if it has one."""

    deck: str
    card: int
    source: Holder
    target: Holder

    def fold(self, state: State) -> None:
        pile, held = state.decks.piles.get(self.deck), state.decks.held.setdefault(self.deck, {})
        if self.source == NOBODY and pile is not None:
            pile.remove(self.card)
        if self.target != NOBODY:
            held[self.card] = self.target
            return
        del held[self.card]
        if pile is not None:
            pile.append(self.card)


def release_cards(state: State, seat: Seat) -> list[tuple[str, int]]:
    """(deck, card) of each release card a seat holds."""
    return [(deck, card) for deck, held in state.decks.held.items() for card, holder in held.items() if holder == seat]


@dataclass(slots=True)
class Tickets:
    """`pile` lists ticket numbers from the top, `held` maps each ticket in a hand to its seat."""

    pile: list[int] = field(default_factory=list)
    held: dict[int, Seat] = field(default_factory=dict)


class TicketsShuffled(Fact):
    """The tickets were shuffled and laid down."""

    order: tuple[int, ...]

    def fold(self, state: State) -> None:
        state.tickets.pile = list(self.order)


class TicketTaken(Fact):
    """A seat took the top ticket; one that `expires` the others takes every other ticket out of all hands."""

    seat: Seat
    ticket: int
    expires: bool

    def fold(self, state: State) -> None:
        tickets = state.tickets
        tickets.pile.remove(self.ticket)
        if self.expires:
            tickets.held.clear()
        tickets.held[self.ticket] = self.seat


class TicketUsed(Fact):
    """A seat gave a ticket away for a move; used `instead_of_throw`, it also ends the right to throw again."""

    seat: Seat
    ticket: int
    instead_of_throw: bool

    def fold(self, state: State) -> None:
        del state.tickets.held[self.ticket]
        if self.instead_of_throw:
            state.turns.streak = 0
            state.custody.fresh.clear()


class TicketMoved(Fact):
    """A correction moved one ticket to another holder; other tickets do not expire. `NOBODY` is the pile."""

    ticket: int
    source: Holder
    target: Holder

    def fold(self, state: State) -> None:
        tickets = state.tickets
        if self.source == NOBODY:
            tickets.pile.remove(self.ticket)
        if self.target == NOBODY:
            del tickets.held[self.ticket]
            tickets.pile.append(self.ticket)
        else:
            tickets.held[self.ticket] = self.target


class TicketsLost(Fact):
    """The tickets of a seat that is out leave the game."""

    seat: Seat

    def fold(self, state: State) -> None:
        state.tickets.held = {ticket: seat for ticket, seat in state.tickets.held.items() if seat != self.seat}


def tickets_of(state: State, seat: Seat) -> list[int]:
    """The tickets in a seat's hand."""
    return [ticket for ticket, holder in state.tickets.held.items() if holder == seat]

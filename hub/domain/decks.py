"""The card decks: the order in each pile and who holds the release cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Decks:
    """`piles[deck]` lists card numbers from the top; `held[deck]` maps each kept card to the seat that holds it.

    `drawn[deck]` counts the cards that went back under their pile.

    A deck without a pile keeps all its cards: what is drawn from it stays in it, and kept ones are numbered copies.
    """

    piles: dict[str, list[int]]
    held: dict[str, dict[int, Seat]]
    drawn: dict[str, int] = field(default_factory=dict)


class CardDrawn(Fact, frozen=True):
    """A card was taken; `kept` cards stay with the seat, the others go back under the pile if there is one."""

    seat: Seat
    deck: str
    card: int
    kept: bool = False


class ReleaseCardMoved(Fact, frozen=True):
    """A kept card changed hands. `NOBODY` is its deck: cards go back under its pile, if it has one."""

    deck: str
    card: int
    source: Seat
    target: Seat


def card_drawn(state: State, fact: CardDrawn) -> None:
    pile = state.decks.piles.get(fact.deck)
    if pile is None:
        return
    pile.remove(fact.card)
    if fact.kept:
        state.decks.held[fact.deck][fact.card] = fact.seat
    else:
        pile.append(fact.card)
        state.decks.drawn[fact.deck] += 1


def release_card_moved(state: State, fact: ReleaseCardMoved) -> None:
    pile, held = state.decks.piles.get(fact.deck), state.decks.held.setdefault(fact.deck, {})
    if fact.source == NOBODY and pile is not None:
        pile.remove(fact.card)
    if fact.target != NOBODY:
        held[fact.card] = fact.target
        return
    del held[fact.card]
    if pile is not None:
        pile.append(fact.card)


def release_cards(state: State, seat: Seat) -> list[tuple[str, int]]:
    """(deck, card) of each release card a seat holds."""
    return [(deck, card) for deck, held in state.decks.held.items() for card, holder in held.items() if holder == seat]

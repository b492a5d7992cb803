"""The card decks: the order in each pile and who holds the release cards."""

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

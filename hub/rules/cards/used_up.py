"""Cards drawn at random until all are used up, then from all again (euro-14) [E1].

A drawn card goes under its pile, so the used ones are the last in it: as many as were drawn since the deck began again.
"""

from collections.abc import Iterable, Mapping, Sequence

from hub.rules.cards.pool import FromPool
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.track import Track


@part(sheet="until_used_up")
class UntilUsedUp(FromPool):
    """Chance picks among the cards that are left; no card is kept."""

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return track.decks

    def release_card(self, game: Game, deck: str) -> int | None:
        return None

    def left(self, game: Game, deck: str) -> Sequence[int]:
        decks = game.state.decks
        pile = decks.piles[deck]
        return pile[: len(pile) - decks.drawn[deck] % len(pile)]
